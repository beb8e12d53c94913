import type { Db, Trx } from '../platform/database/connections.ts';

/** Replaces the user's codes, used ones too. */
export async function replaceRecoveryCodes(
  trx: Trx,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(trx, userId);
  await trx
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ userId, hash })))
    .execute();
}

export async function deleteRecoveryCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

/** Whether the user was ever shown codes, and how many are not used. */
export async function countRecoveryCodes(
  db: Db,
  userId: string,
): Promise<{ made: number; left: number }> {
  const { made, left } = await db
    .selectFrom('recoveryCodes')
    .where('userId', '=', userId)
    .select((eb) => [
      eb.fn.countAll<number>().as('made'),
      eb.fn.countAll<number>().filterWhere('usedAt', 'is', null).as('left'),
    ])
    .executeTakeFirstOrThrow();
  return { made, left };
}

type Code = { userId: string; hash: Buffer };

export async function hasRecoveryCode(db: Db, { userId, hash }: Code): Promise<boolean> {
  const row = await db
    .selectFrom('recoveryCodes')
    .select('userId')
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A code works once: returns false for a used one, also in other processes. */
export async function useRecoveryCode(
  trx: Trx,
  { userId, hash, now }: Code & { now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
