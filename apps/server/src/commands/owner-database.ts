import { connectOrStart } from '../embedded-postgres/connect-or-start.ts';
import { connect, type Db } from '../platform/database/connections.ts';
import { createPool } from '../platform/database/pool.ts';
import type { Config } from '../startup/config.ts';

/** Runs a command on the database of the settings, with or without a running server. */
export async function onOwnerDatabase<T>(
  { databaseUrl, dataDir }: Config,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl === undefined ? await connectOrStart(dataDir) : undefined;
  const db = connect(createPool(embedded?.url ?? databaseUrl ?? '', { max: 1 }));
  try {
    return await work(db);
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}
