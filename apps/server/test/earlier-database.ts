import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { packageRoot } from '../src/platform/core/package-root.ts';
import { connect, type Db } from '../src/platform/database/connections.ts';
import { createPool } from '../src/platform/database/pool.ts';
import { migrate } from '../src/startup/migrate.ts';
import { copyDatabase } from './database.ts';

/** An empty database as the migrations up to that number make it. `upgrade` runs all others. */
export async function earlierDatabase(
  last: string,
): Promise<{ db: Db; upgrade: () => Promise<unknown> }> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-migrations-'));
  const all = join(packageRoot, 'migrations');
  for (const name of await readdir(all)) {
    if (name.slice(0, 4) <= last) await cp(join(all, name), join(folder, name));
  }
  const { url, drop } = await copyDatabase(inject('databaseUrl'), 'template0');
  const pool = createPool(url, { max: 4 });
  const db = connect(pool);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
    await rm(folder, { recursive: true });
  });
  await migrate(db, pool, folder);
  return { db, upgrade: async () => migrate(db, pool) };
}
