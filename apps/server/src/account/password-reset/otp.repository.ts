import type { Db, Trx, TableRow } from '../../platform/database/connections.ts';

/** The open challenge that the same place has requested. */
export async function findLiveChallenge(
  trx: Trx,
  query: { accountKey: string; requester: string; now: Date },
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('otpChallenges')
    .where('accountKey', '=', query.accountKey)
    .where('requester', '=', query.requester)
    .where('expiresAt', '>', query.now)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** Voids earlier codes that the same place has requested. Returns the new id. */
export async function replaceChallenge(
  trx: Trx,
  challenge: {
    id: string;
    /** Null for an unknown email. */
    userId: string | null;
    accountKey: string;
    requester: string;
    codeHash: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<string> {
  const { now, ...row } = challenge;
  await trx
    .updateTable('otpChallenges')
    .set({ voidedAt: now })
    .where('accountKey', '=', row.accountKey)
    .where('requester', '=', row.requester)
    .where('voidedAt', 'is', null)
    .execute();
  await trx
    .insertInto('otpChallenges')
    .values({ ...row, createdAt: now })
    .execute();
  return row.id;
}

export async function insertOtpToken(trx: Trx, token: { tokenHash: Buffer; challengeId: string }) {
  await trx.insertInto('otpTokens').values(token).execute();
}

export type Challenge = Pick<
  TableRow<'otpChallenges'>,
  'id' | 'userId' | 'accountKey' | 'requester' | 'codeHash'
>;

/** In any state. */
export async function findChallenge(db: Db, tokenHash: Buffer): Promise<Challenge | undefined> {
  return db
    .selectFrom('otpTokens')
    .innerJoin('otpChallenges', 'otpChallenges.id', 'otpTokens.challengeId')
    .where('otpTokens.tokenHash', '=', tokenHash)
    .select([
      'otpChallenges.id',
      'otpChallenges.userId',
      'otpChallenges.accountKey',
      'otpChallenges.requester',
      'otpChallenges.codeHash',
    ])
    .executeTakeFirst();
}

/** Returns false if none is left, or the challenge has expired, was used or is void. */
export async function consumeChallengeAttempt(
  db: Db,
  query: { id: string; now: Date; max: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('otpChallenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', query.id)
    .where('tries', '<', query.max)
    .where('expiresAt', '>', query.now)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if the challenge was used, or a newer code has voided it. */
export async function markChallengeUsed(trx: Trx, challenge: { id: string; now: Date }) {
  const { numUpdatedRows } = await trx
    .updateTable('otpChallenges')
    .set({ usedAt: challenge.now })
    .where('id', '=', challenge.id)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function voidChallenges(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('otpChallenges')
    .set({ voidedAt: now })
    .where('userId', '=', userId)
    .where('voidedAt', 'is', null)
    .execute();
}
