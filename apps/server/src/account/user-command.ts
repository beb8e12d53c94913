import { randomUUID } from 'node:crypto';
import { userStatus } from '@recoup/contract/access';
import { insertAudit } from '../platform/audit.repository.ts';
import { readConfig } from '../platform/config.ts';
import { connect, createPool, type Db } from '../platform/db.ts';
import { reachEmbeddedPostgres } from '../platform/embedded-postgres-running.ts';
import { endSessions } from '../platform/sessions.repository.ts';
import { findPerson, updateStatus } from './account.repository.ts';

const usage = 'Say: npm run user -- block EMAIL, or: npm run user -- unblock EMAIL';

/** `npm run user -- block|unblock EMAIL`, beside a running server or without one. Returns what to print. @throws Error with a sentence. */
export async function runUserCommand(args: readonly string[]): Promise<string> {
  const [verb, email, ...rest] = args;
  if ((verb !== 'block' && verb !== 'unblock') || email === undefined || rest.length > 0) throw new Error(usage);
  const { databaseUrl, dataDir } = readConfig();
  const embedded = databaseUrl === undefined ? await reachEmbeddedPostgres(dataDir) : undefined;
  const db = connect(createPool(embedded?.url ?? databaseUrl ?? '', { max: 1 }));
  try {
    return await setBlocked(db, { email, isBlocked: verb === 'block', now: new Date() });
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}

/** A block ends every session, code and grant at once; who is unblocked is active again. */
export async function setBlocked(db: Db, { email, isBlocked, now }: { email: string; isBlocked: boolean; now: Date }): Promise<string> {
  const person = await findPerson(db, { email: email.trim().toLowerCase() });
  if (person === undefined) throw new Error(`There is no user with the e-mail ${email}.`);
  const { userId, firmId } = person;
  return db.transaction().execute(async (trx) => {
    const before = await updateStatus(trx, {
      userId,
      from: isBlocked ? undefined : userStatus.blocked,
      to: isBlocked ? userStatus.blocked : userStatus.active,
    });
    if (before === undefined) return `${person.email} is not blocked; nothing was changed.`;
    if (isBlocked) await endSessions(trx, userId, { now });
    const after = isBlocked ? userStatus.blocked : userStatus.active;
    const record = { action: isBlocked ? 'user.blocked' : 'user.unblocked', details: { status: [before, after] } };
    await insertAudit(trx, { firmId, actorId: null, subjectId: userId, address: 'console', requestId: randomUUID(), now, ...record });
    return isBlocked ? `${person.email} is blocked; every session has ended.` : `${person.email} is active again.`;
  });
}
