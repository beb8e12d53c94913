import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { databaseUrl, isSocketAnswered } from './socket.ts';
import { startEmbeddedPostgres } from './start.ts';

/**
 * For a command: the running server's PostgreSQL, or its own until `stop()`.
 * Throws an error when there is no database and the command creates none.
 */
export async function connectOrStart(
  dataDir: string,
  { createIfMissing = false } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const database = path.join(dataDir, 'postgresql-18');
  await access(path.join(database, 'PG_VERSION')).catch((cause: unknown) => {
    if (createIfMissing) return;
    throw new Error(
      `There is no database of Recoup in ${dataDir}. ` +
        'Set RECOUP_DATA_DIR or DATABASE_URL as for the server.',
      { cause },
    );
  });
  const socket = await findSocketFolder(database);
  if (socket === undefined || !(await isSocketAnswered(socket)))
    return startEmbeddedPostgres({ dataDir });
  return { url: databaseUrl(socket), stop: async () => {} };
}

/** The fifth line of the pid file is the socket's folder. */
async function findSocketFolder(database: string): Promise<string | undefined> {
  const text = await readFile(path.join(database, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n')[4]?.trim() || undefined;
}
