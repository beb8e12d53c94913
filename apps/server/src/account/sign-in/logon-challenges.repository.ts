import type { Db, Trx, TableRow } from '../../platform/database/connections.ts';

type NewChallenge = Omit<TableRow<'logonChallenges'>, 'usedAt'>;

export type LogonChallenge = Pick<
  NewChallenge,
  'tokenHash' | 'userId' | 'passwordHash' | 'passkeyChallenge' | 'bySignOn'
>;

export async function insertLogonChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await db.insertInto('logonChallenges').values(challenge).execute();
}

/** Undefined for one that has expired or was used. */
export async function findLogonChallenge(
  db: Db,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<LogonChallenge | undefined> {
  return db
    .selectFrom('logonChallenges')
    .select(['tokenHash', 'userId', 'passwordHash', 'passkeyChallenge', 'bySignOn'])
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Returns false if it was used before. */
export async function markLogonChallengeUsed(
  trx: Trx,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('logonChallenges')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteLogonChallenges(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('logonChallenges').where('userId', '=', userId).execute();
}
