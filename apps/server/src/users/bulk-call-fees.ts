import type {
  CallFeeChange,
  ChangedAttorney,
} from '@recoup/contract/users/bulk-call-fees-endpoints';
import { toCallFeeBand, toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import { nothingSaved } from '@recoup/contract/call-fees/messages';
import { role } from '@recoup/contract/core/access';
import { findScheduleOn, replaceCallFees, isSameFrom } from '../call-fees/call-fees.service.ts';
import { toFeeDetail } from '../call-fees/fee-details.service.ts';
import { getUsableType } from '../disbursements/disbursements.service.ts';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError, notFound } from '../platform/core/app-error.ts';
import { listTypesOfAttorney, replaceTypesOfAttorney } from './attorney-types.repository.ts';
import { type LockedUser, lockUser, bumpVersion } from './locked-users.repository.ts';

/**
 * Saves the same fee rows of one type for several attorneys, all or none, and assigns the type if
 * it is missing. Returns each attorney's change; `dryRun` saves nothing.
 * Throws `not_found` for a type or attorney outside the firm, `invalid_input` for an inactive type,
 * and `changed_meanwhile` when an attorney is not as `expected`.
 */
export async function applyCallFees(
  db: Db,
  by: AuditContext,
  change: CallFeeChange,
): Promise<ChangedAttorney[]> {
  return db.transaction().execute(async (trx) => {
    await getUsableType(trx, requireFirmScope(by.actor), change.disbursementType);
    const outcome = new Map<string, ChangedAttorney>();
    // In one order against deadlocks.
    for (const attorneyId of change.attorneys.toSorted())
      outcome.set(attorneyId, await changeAttorney(trx, by, { attorneyId, change }));
    return change.attorneys.flatMap((attorneyId) => outcome.get(attorneyId) ?? []);
  });
}

async function changeAttorney(
  trx: Trx,
  by: AuditContext,
  { attorneyId, change }: { attorneyId: string; change: CallFeeChange },
): Promise<ChangedAttorney> {
  const firm = requireFirmScope(by.actor);
  const attorney = await lockUser(trx, firm, attorneyId);
  if (attorney?.role !== role.attorney) throw notFound('attorney');
  const day = change.callFeesFrom ?? southAfricanDay(by.now);
  const of = { attorneyId, disbursementTypeId: change.disbursementType, day };
  const valid = await findScheduleOn(trx, firm, of);
  const types = await listTypesOfAttorney(trx, firm, attorneyId);
  const outcome: ChangedAttorney = {
    _id: attorneyId,
    name: attorney.name,
    status: attorney.status,
    version: attorney.version,
    change: kindOfChange(change, { day, valid }),
    isTypeNew: !types.includes(change.disbursementType),
    before: (valid?.bands ?? []).map(toFeeRow),
  };
  // A repeat after a lost answer finds everything saved, and changes nothing.
  if (change.dryRun || (outcome.change === 'none' && !outcome.isTypeNew)) return outcome;
  const expected = change.expected?.find(({ _id }) => _id === attorneyId);
  if (expected !== undefined && expected.version !== attorney.version) throw changedSincePreview();
  await updateAttorney(trx, by, { attorney, types, change, valid });
  return outcome;
}

function changedSincePreview(): AppError {
  return new AppError('changed_meanwhile', {
    message: `An attorney has changed since the preview. ${nothingSaved.makePreview}`,
  });
}

function kindOfChange(
  { callFees }: CallFeeChange,
  { day, valid }: { day: string; valid: Awaited<ReturnType<typeof findScheduleOn>> },
): ChangedAttorney['change'] {
  if (isSameFrom(day, valid, callFees.map(toCallFeeBand))) return 'none';
  return valid && valid.bands.length > 0 ? 'replaced' : 'added';
}

type Update = {
  attorney: LockedUser;
  types: string[];
  change: CallFeeChange;
  valid: Awaited<ReturnType<typeof findScheduleOn>>;
};

async function updateAttorney(
  trx: Trx,
  by: AuditContext,
  { attorney, types, change, valid }: Update,
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { id: attorneyId } = attorney;
  const { disbursementType } = change;
  const before = valid?.bands ?? [];
  const after = change.callFees.map(toCallFeeBand);
  const validFrom = change.callFeesFrom ?? southAfricanDay(by.now);
  const isTypeNew = !types.includes(disbursementType);
  const typeIds = isTypeNew ? [...types, disbursementType] : types;
  if (isTypeNew) await replaceTypesOfAttorney(trx, firm, { attorneyId, typeIds });
  await replaceCallFees(trx, firm, {
    attorneyId,
    disbursementTypeId: disbursementType,
    bands: after,
    validFrom,
    actorId: by.actor.userId,
    now: by.now,
  });
  await bumpVersion(trx, attorneyId);
  const details = {
    callFees: [toFeeDetail({ disbursementTypeId: disbursementType, validFrom, before, after })],
    ...(isTypeNew && { disbursementTypes: [types, typeIds] }),
    appliedTo: change.attorneys.length,
  };
  await recordAudit(trx, by, { action: 'user.call-fees-updated', subjectId: attorneyId, details });
}
