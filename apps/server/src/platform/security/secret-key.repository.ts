import { sql } from 'kysely';
import type { Db } from '../database/connections.ts';

/** The key that all processes on the database share; `fresh` becomes it where there is none yet. */
export async function getSharedKey(db: Db, fresh: Buffer): Promise<Buffer> {
  const { rows } = await sql<{ key: Buffer }>`select shared_key(${fresh}) as key`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database gave no key');
  return row.key;
}
