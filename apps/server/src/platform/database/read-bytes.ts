import type { Compilable } from 'kysely';
import type { Db } from './connections.ts';
import type { NamedQuery } from './pg-driver.ts';

/**
 * The bytes of the only column of a query's first row; undefined without one. pg receives bytes as
 * text of twice their size, of which it makes several copies.
 */
export async function readBytes(
  db: Db,
  query: Compilable<Readonly<Record<string, Buffer>>>,
): Promise<Buffer | undefined> {
  if (!db.isTransaction) return db.transaction().execute(async (trx) => readBytes(trx, query));
  const compiled: NamedQuery = { ...query.compile(), readsBytes: true };
  const { rows } = await db.executeQuery(compiled);
  const [row] = rows as { bytes: Buffer }[]; // as `pg-driver.ts` returns it
  return row?.bytes;
}
