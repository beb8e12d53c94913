import { sql } from 'kysely';
import type { Db } from '../database/connections.ts';

/** Shared by all processes; `fresh` is stored where there is none. */
export async function getSharedKey(db: Db, fresh: Buffer): Promise<Buffer> {
  const { rows } = await sql<{ key: Buffer }>`select shared_key(${fresh}) as key`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database gave no key');
  return row.key;
}
