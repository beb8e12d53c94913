import { createDatabase, dropDatabase, findDatabase, withClient } from './database.ts';
import { restoreRows, storeRows, vacuumFilled } from './stored-rows.ts';

/** The worker's database for one file after the other: a copy for each would be slow. */
export async function takeWorkerDatabase(serverUrl: string): Promise<string> {
  const name = `test_worker_${process.env.VITEST_POOL_ID}`;
  const url = await findDatabase(serverUrl, name);
  if (url !== undefined) {
    // The file before may have left connections open.
    await withClient(url, (client) =>
      client.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`),
    );
    if (await restoreRows(url)) {
      await vacuumFilled(url);
      return url;
    }
    await dropDatabase(serverUrl, name);
  }
  const fresh = await createDatabase(serverUrl, name);
  await storeRows(fresh);
  return fresh;
}
