import type { Db } from '../../platform/database/connections.ts';
import { type AuditRecord, insertAudit } from '../../platform/security/audit-log.repository.ts';
import { recordRefusal } from '../../platform/security/audit-refusals.ts';
import type { Account } from '../session/accounts.repository.ts';
import type { Client } from '../session/known-places.service.ts';

/** Records the user, the address and the new session. */
export async function recordSignIn(
  db: Db,
  client: Client,
  of: { account: Account; sessionId: string; hasFactor: boolean; isRecovery?: boolean },
): Promise<void> {
  const { sessionId, hasFactor, isRecovery = false } = of;
  const line = { ...signInOrigin(client, of), sessionId };
  if (isRecovery) await insertAudit(db, { ...line, action: 'user.recovery-code-used' });
  const details = { secondFactor: hasFactor };
  await insertAudit(db, { ...line, action: 'user.signed-in', details });
}

/** A wrong second factor after the right password. */
export async function recordRefusedFactor(db: Db, client: Client, account: Account): Promise<void> {
  await recordRefusal(db, { ...signInOrigin(client, { account }), action: 'user.factor-refused' });
}

function signInOrigin(
  { address, agent, requestId = '', now }: Client,
  { account: { userId, firmId } }: { account: Account },
): Omit<AuditRecord, 'action'> {
  return { firmId, actorId: userId, subjectId: userId, address, agent, requestId, now };
}
