import type { FactorKind } from '@recoup/contract/second-factor/endpoints';
import { sql } from 'kysely';
import type { Db, Trx, TableRow } from '../platform/database/connections.ts';
import { definePreparedQuery, type Param } from '../platform/database/prepared-statements.ts';

/** An app has `sealedSecret` and `lastStep`, a passkey the columns after them. */
export type Factor = Omit<
  TableRow<'secondFactors'>,
  'userId' | 'kind' | 'confirmedAt' | 'sessionId' | 'challenge'
> & { kind: FactorKind };

/** One that is not confirmed belongs to the session that began it. */
export type PendingFactor = Factor & { confirmedAt: Date | null; challenge: string | null };

type NewFactor = Pick<Factor, 'id' | 'kind' | 'name' | 'createdAt'> & {
  userId: string;
  sessionId: string;
  sealedSecret?: Buffer;
  challenge?: string;
};

const columns = [
  'id',
  'kind',
  'name',
  'createdAt',
  'lastUsedAt',
  'sealedSecret',
  'lastStep',
  'credentialId',
  'publicKey',
  'counter',
  'transports',
  'rpId',
] as const;

/** The confirmed factors of a user, the oldest first. */
export async function listFactors(db: Db, userId: string): Promise<Factor[]> {
  const rows = await factorsQuery(db, { userId }, {});
  return rows.map(toFactor);
}

const factorsQuery = definePreparedQuery((db, value: Param<{ userId: string }>) =>
  db
    .selectFrom('secondFactors')
    .select(columns)
    .where('userId', '=', value('userId'))
    .where('confirmedAt', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id'),
);

/** Keeps at most `maxPending` of the user that are not confirmed, the latest ones. */
export async function insertFactor(
  trx: Trx,
  { maxPending, ...factor }: NewFactor & { maxPending: number },
): Promise<void> {
  await trx.insertInto('secondFactors').values(factor).execute();
  await sql`
    delete from second_factors where id in (
      select id from second_factors where user_id = ${factor.userId} and confirmed_at is null
      order by created_at desc, id desc offset ${maxPending})`.execute(trx);
}

type Key = { id: string; userId: string };

/** Undefined if another session began it, or before `since`. A confirmed one is found always. */
export async function findStartedFactor(
  db: Db,
  { id, userId, sessionId, since }: Key & { sessionId: string; since: Date },
): Promise<PendingFactor | undefined> {
  const row = await db
    .selectFrom('secondFactors')
    .select([...columns, 'confirmedAt', 'challenge'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where((eb) =>
      eb.or([
        eb('confirmedAt', 'is not', null),
        eb.and([eb('sessionId', '=', sessionId), eb('createdAt', '>', since)]),
      ]),
    )
    .executeTakeFirst();
  return row && { ...toFactor(row), confirmedAt: row.confirmedAt, challenge: row.challenge };
}

/** Returns false if the challenge was taken before: it works once. */
export async function takeChallenge(db: Db, { id, challenge }: { id: string; challenge: string }) {
  const { numUpdatedRows } = await db
    .updateTable('secondFactors')
    .set({ challenge: null })
    .where('id', '=', id)
    .where('challenge', '=', challenge)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type ConfirmedFields =
  | { lastStep: number }
  | {
      credentialId: string;
      publicKey: Buffer;
      counter: number;
      transports: string[];
      rpId: string;
    };

/** Returns false if it was confirmed or replaced before. */
export async function confirmFactor(
  trx: Trx,
  { id, now, fields }: { id: string; now: Date; fields: ConfirmedFields },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('secondFactors')
    .set({ ...fields, confirmedAt: now, lastUsedAt: now, sessionId: null, challenge: null })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A code works once: returns false for its step and those before it, also in other processes. */
export async function useStep(
  trx: Trx,
  { id, step, now }: { id: string; step: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('secondFactors')
    .set({ lastStep: step, lastUsedAt: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false where the counter went back: a copy. Synced passkeys may stay at 0. */
export async function usePasskey(
  trx: Trx,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('secondFactors')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where('counter', '<=', counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false for another user's. */
export async function deleteFactor(trx: Trx, { id, userId }: Key): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('secondFactors')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Also those that are not confirmed. Returns how many were. */
export async function deleteFactors(trx: Trx, userId: string): Promise<number> {
  const rows = await trx
    .deleteFrom('secondFactors')
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .execute();
  return rows.filter(({ confirmedAt }) => confirmedAt !== null).length;
}

export type SealedSecret = { id: string; userId: string; sealedSecret: Buffer };

/** One app of all users, to see whether the key is the right one. */
export async function sampleSealedSecret(db: Db): Promise<SealedSecret | undefined> {
  const { rows } = await sql<SealedSecret>`
    select id, user_id as "userId", sealed_secret as "sealedSecret"
    from second_factors where kind = 'totp' and confirmed_at is not null
    order by created_at limit 1`.execute(db);
  return rows[0];
}

/** Unconfirmed ones. */
export async function deletePendingFactors(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('secondFactors')
    .where('confirmedAt', 'is', null)
    .where('createdAt', '<', before)
    .execute();
}

function toFactor<R extends { kind: string }>(row: R): R & { kind: FactorKind } {
  return { ...row, kind: row.kind as FactorKind }; // a check constraint allows only the kinds
}

/** Replaces the user's codes, used ones too. */
export async function replaceRecoveryCodes(trx: Trx, userId: string, hashes: readonly Buffer[]) {
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
export async function countRecoveryCodes(db: Db, userId: string) {
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
export async function useRecoveryCode(trx: Trx, { userId, hash, now }: Code & { now: Date }) {
  const { numUpdatedRows } = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
