import type {
  ChangedFirmSettings,
  FirmSettings,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db } from '../platform/database/connections.ts';
import { lockFirmSettings, updateFirmSettings } from './firm-settings.repository.ts';

/** Absent fields stay as they are. Unchanged settings are not audited. */
export async function saveFirmSettings(
  db: Db,
  by: AuditContext,
  change: ChangedFirmSettings,
): Promise<FirmSettings> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const before = await lockFirmSettings(trx, firm);
    const after = {
      ...before,
      ...change,
      reminders: { ...before.reminders, ...change.reminders },
    };
    const details = changesBetween(before, after);
    if (Object.keys(details).length === 0) return before;
    await updateFirmSettings(trx, firm, after);
    await recordAudit(trx, by, { action: 'firm.updated', subjectId: firm.firmId, details });
    return after;
  });
}

/** `{ 'reminders.hour': [8, 9] }` for the audit log. */
function changesBetween(
  before: FirmSettings,
  after: FirmSettings,
): Record<string, [unknown, unknown]> {
  const values = new Map(valuesOf(before));
  return Object.fromEntries(
    valuesOf(after).flatMap(([name, value]) =>
      values.get(name) === value ? [] : [[name, [values.get(name), value]]],
    ),
  );
}

/** Each field under its full name. */
function valuesOf({ reminders, ...vat }: FirmSettings): [string, unknown][] {
  const ofReminders = Object.entries(reminders).map(([field, value]): [string, unknown] => [
    `reminders.${field}`,
    value,
  ]);
  return [...Object.entries(vat), ...ofReminders];
}
