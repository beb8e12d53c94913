import type {
  ChangedFirmSettings,
  FirmSettings,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { AppError, conflict } from '../platform/core/app-error.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db } from '../platform/database/connections.ts';
import { lockFirmSettings, updateFirmSettings } from './firm-settings.repository.ts';
import { changedFields } from '../platform/collections/collections.ts';

/**
 * Absent fields stay as they are. Unchanged settings are not audited.
 * Throws `conflict` for a policy of second factors where none can be added.
 */
export async function saveFirmSettings(
  db: Db,
  by: AuditContext,
  { change, areFactorsPossible }: { change: ChangedFirmSettings; areFactorsPossible: boolean },
): Promise<FirmSettings> {
  const { policy = 'off' } = change.secondFactor ?? {};
  if (policy !== 'off' && !areFactorsPossible) throw noFactorsPossible();
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const before = await lockFirmSettings(trx, firm);
    const after = {
      ...before,
      ...change,
      reminders: { ...before.reminders, ...change.reminders },
      secondFactor: nextPolicy(before.secondFactor, change.secondFactor, by.now),
    };
    const [earlier, later] = [flattenSettings(before), flattenSettings(after)];
    const details = changedFields(earlier, later, Object.keys(later));
    if (Object.keys(details).length === 0) return before;
    await updateFirmSettings(trx, firm, after);
    await recordAudit(trx, by, { action: 'firm.updated', subjectId: firm.firmId, details });
    return after;
  });
}

/** The policy would shut out the whole firm, and the admin who could end it. */
function noFactorsPossible(): AppError {
  return conflict(
    'Nobody could add a second factor yet: please ask the operator to set RECOUP_SECRET_KEY, ' +
      'or an address with https.',
  );
}

type Policy = FirmSettings['secondFactor'];

/** A policy without a day holds from today; the same one keeps its day. */
function nextPolicy(
  before: Policy,
  change: ChangedFirmSettings['secondFactor'],
  now: Date,
): Policy {
  if (change === undefined) return before;
  const { policy, from } = change;
  if (policy === 'off') return { policy, from: null };
  const kept = policy === before.policy ? before.from : null;
  return { policy, from: from ?? kept ?? southAfricanDay(now) };
}

/** Each field under its full name, such as `reminders.hour`. */
function flattenSettings(settings: FirmSettings): Record<string, unknown> {
  const { reminders, secondFactor, informationOfficer, ...vat } = settings;
  const officer = informationOfficer ?? { name: null, email: null, phone: null };
  const inner = Object.entries({ reminders, secondFactor, informationOfficer: officer }).flatMap(
    ([name, fields]) =>
      Object.entries(fields).map(([field, value]): [string, unknown] => [
        `${name}.${field}`,
        value,
      ]),
  );
  return { ...vat, ...Object.fromEntries(inner) };
}
