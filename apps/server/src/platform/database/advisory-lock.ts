import { sql } from 'kysely';
import { conflict } from '../core/app-error.ts';
import type { Db, Trx } from './connections.ts';

/** Until the transaction ends, others that lock the same name wait. */
export async function lockName(trx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** As `lockName`. Throws `conflict` with the message after the lock timeout. */
export async function lockNameSoon(trx: Trx, name: string, message: string): Promise<void> {
  try {
    await lockName(trx, name);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw conflict(message);
  }
}

/** Whether a statement ended because a lock did not come within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
