import { groupByType, type SubmittedCallFees } from '@recoup/contract/call-fees/endpoints';
import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import type { FeeDetail } from '@recoup/contract/audit/sentences';
import { findValidOn } from '@recoup/contract/call-fees/validity';
import type { User } from '@recoup/contract/users/user';
import {
  endOtherCallFees,
  listSchedules,
  replaceCallFees,
  isSameSchedule,
} from '../call-fees/call-fees.service.ts';
import { toFeeDetail } from '../call-fees/fee-details.service.ts';
import { getUsableType } from '../disbursements/disbursements.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Trx } from '../platform/database/connections.ts';
import { type AppError, invalidField } from '../platform/core/app-error.ts';
import { listTypesOfAttorney, replaceTypesOfAttorney } from './attorney-types.repository.ts';
import { bumpVersion } from './locked-users.repository.ts';

type TypesAndFees = {
  attorneyId: string;
  disbursementTypes?: readonly string[] | undefined;
  callFees?: SubmittedCallFees | undefined;
  /** Types that stay but lose their fee rows. */
  withoutCallFees?: readonly string[] | undefined;
  /** The first day of the new fee rows; by default today in South Africa. */
  callFeesFrom?: string | undefined;
};

/**
 * Assigns disbursement types and call fees; absent fields stay. A removed type loses its fee rows
 * today, and new rows replace those of their type. The caller has locked the attorney.
 * Throws `not_found` for a type outside the firm, `invalid_input` for an inactive type,
 * and for fee rows of an unassigned type.
 */
export async function assignTypesAndFees(trx: Trx, by: AuditContext, input: TypesAndFees) {
  const firm = requireFirmScope(by.actor);
  const today = southAfricanDay(by.now);
  const firstDay = input.callFeesFrom ?? today;
  const types = await assignTypes(trx, by, input);
  const schedules = await listSchedules(trx, firm, { attorneyIds: [input.attorneyId] });
  const priced = await assignFees(trx, by, { ...input, firstDay, assigned: types.after });
  const without = (input.withoutCallFees ?? []).filter((typeId) => !priced.includes(typeId));
  const ending = { attorneyId: input.attorneyId, actorId: by.actor.userId, now: by.now };
  const end = async (exceptTypeIds: readonly string[], from: string) =>
    endOtherCallFees(trx, firm, { ...ending, exceptTypeIds, from });
  const ended = [
    ...(await end(types.after, today)),
    ...(await end(
      types.after.filter((typeId) => !without.includes(typeId)),
      firstDay,
    )),
  ];
  if (!types.isChanged && priced.length + ended.length === 0) return;
  const firstDayFor = (typeId: string) => (types.after.includes(typeId) ? firstDay : today);
  const callFees = [...new Set([...priced, ...ended])].map((typeId) =>
    toChangedFees(input, { schedules, typeId, validFrom: firstDayFor(typeId) }),
  );
  const details = {
    ...(types.isChanged && { disbursementTypes: [types.before, types.after] }),
    ...(callFees.length > 0 && { callFees }),
  };
  await bumpVersion(trx, input.attorneyId);
  await recordAudit(trx, by, {
    action: 'user.call-fees-updated',
    subjectId: input.attorneyId,
    details,
  });
}

type ChangedFees = {
  schedules: Awaited<ReturnType<typeof listSchedules>>;
  typeId: string;
  validFrom: string;
};

/** For the audit log; `schedules` are those before the change. */
function toChangedFees(
  { callFees = [] }: TypesAndFees,
  { schedules, typeId, validFrom }: ChangedFees,
): FeeDetail {
  const ofType = schedules.filter(({ disbursementTypeId: id }) => id === typeId);
  const submitted = groupByType(callFees).get(typeId) ?? [];
  return toFeeDetail({
    disbursementTypeId: typeId,
    validFrom,
    before: findValidOn(ofType, validFrom)?.bands ?? [],
    after: submitted.map(({ fee }) => toCallFeeBand(fee)),
  });
}

/** Compares the types with their order, and the call fees. */
export function hasSameTypesAndFees(
  attorney: Pick<User, 'disbursementTypes' | 'callFees'>,
  input: { disbursementTypes: readonly string[]; callFees: SubmittedCallFees },
): boolean {
  const [before, after] = [groupByType(attorney.callFees), groupByType(input.callFees)];
  const toBands = (fees: typeof after, typeId: string) =>
    (fees.get(typeId) ?? []).map(({ fee }) => toCallFeeBand(fee));
  const isSameType = ({ _id }: { _id: string }, index: number) =>
    _id === input.disbursementTypes[index];
  return (
    attorney.disbursementTypes.length === input.disbursementTypes.length &&
    attorney.disbursementTypes.every(isSameType) &&
    [...before.keys(), ...after.keys()].every((typeId) =>
      isSameSchedule(toBands(before, typeId), toBands(after, typeId)),
    )
  );
}

async function assignTypes(
  trx: Trx,
  by: AuditContext,
  { attorneyId, disbursementTypes }: TypesAndFees,
): Promise<{ before: readonly string[]; after: readonly string[]; isChanged: boolean }> {
  const firm = requireFirmScope(by.actor);
  const before = await listTypesOfAttorney(trx, firm, attorneyId);
  const after = disbursementTypes ?? before;
  await requireUsable(
    trx,
    firm,
    after.filter((typeId) => !before.includes(typeId)),
  );
  const isChanged =
    after.length !== before.length || after.some((typeId, index) => typeId !== before[index]);
  if (isChanged) await replaceTypesOfAttorney(trx, firm, { attorneyId, typeIds: after });
  return { before, after, isChanged };
}

/** Returns the types with new rows. */
async function assignFees(
  trx: Trx,
  by: AuditContext,
  input: TypesAndFees & { firstDay: string; assigned: readonly string[] },
): Promise<string[]> {
  const replaced: string[] = [];
  for (const [disbursementTypeId, rows] of groupByType(input.callFees ?? [])) {
    if (!input.assigned.includes(disbursementTypeId)) throw notAssigned(rows[0]?.index ?? 0);
    const isNew = await replaceCallFees(trx, requireFirmScope(by.actor), {
      attorneyId: input.attorneyId,
      disbursementTypeId,
      bands: rows.map(({ fee }) => toCallFeeBand(fee)),
      validFrom: input.firstDay,
      actorId: by.actor.userId,
      now: by.now,
    });
    if (isNew) replaced.push(disbursementTypeId);
  }
  return replaced;
}

async function requireUsable(trx: Trx, firm: FirmScope, typeIds: readonly string[]): Promise<void> {
  for (const typeId of typeIds) await getUsableType(trx, firm, typeId, 'disbursementTypes');
}

function notAssigned(index: number): AppError {
  const message = 'Call fees can be set for the disbursement types of the attorney alone.';
  return invalidField(`callFees.${index}.disbursementType`, message);
}
