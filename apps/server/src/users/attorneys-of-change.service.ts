import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';
import { type AuditEvent, recordAudits } from '../platform/security/audit-log.repository.ts';
import { bumpVersions } from './locked-users.repository.ts';

export { bumpVersions, lockAttorneys, lockAttorneysByEmail } from './locked-users.repository.ts';

/** The JSON of more would hold other requests. */
const recordedAtOnce = 25;

/** Raises the versions of attorneys whose fees changed, and records that for each. */
export async function recordFeeChanges(
  trx: Trx,
  by: AuditContext,
  changes: readonly { attorneyId: string; details: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  const ids = changes.map(({ attorneyId }) => attorneyId);
  await bumpVersions(trx, requireFirmScope(by.actor), ids);
  const action = 'user.call-fees-updated';
  const lines = changes.map(({ attorneyId, details }) => ({
    action,
    subjectId: attorneyId,
    details,
  })) satisfies AuditEvent[];
  for (let at = 0; at < lines.length; at += recordedAtOnce)
    await recordAudits(trx, by, lines.slice(at, at + recordedAtOnce));
}
