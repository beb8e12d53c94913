import { sql } from 'kysely';
import type { Db } from './connections.ts';

/** Until the transaction ends, others that lock the same name wait. */
export async function lockName(trx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
