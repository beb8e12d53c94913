import type { Db } from '../../platform/database/connections.ts';
import { type AuditRecord, insertAudit } from '../../platform/security/audit-log.repository.ts';
import { recordRefusal } from '../../platform/security/audit-refusals.ts';
import type { Account } from '../session/accounts.repository.ts';
import type { Client } from '../session/known-places.service.ts';

/** Who signed in, from where, and the session that began. */
export async function recordSignIn(
  db: Db,
  client: Client,
  of: { account: Account; sessionId: string; hasFactor: boolean },
): Promise<void> {
  const { sessionId, hasFactor } = of;
  const details = { secondFactor: hasFactor };
  await insertAudit(db, { ...originOf(client, of), action: 'user.signed-in', sessionId, details });
}

/** A wrong second factor after the right password. */
export async function recordRefusedFactor(db: Db, client: Client, account: Account): Promise<void> {
  await recordRefusal(db, { ...originOf(client, { account }), action: 'user.factor-refused' });
}

function originOf(
  { address, agent, requestId = '', now }: Client,
  { account: { userId, firmId } }: { account: Account },
): Omit<AuditRecord, 'action'> {
  return { firmId, actorId: userId, subjectId: userId, address, agent, requestId, now };
}
