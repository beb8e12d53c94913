import { access, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { startEmbeddedPostgres } from './start.ts';

/**
 * For a command: the running server's PostgreSQL, or its own until `stop()`.
 * @throws Error when there is no database and the command creates none
 */
export async function connectOrStart(
  dataDir: string,
  { makesOne = false } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const database = path.join(dataDir, 'postgresql-18');
  await access(path.join(database, 'PG_VERSION')).catch((cause: unknown) => {
    if (makesOne) return;
    throw new Error(
      `There is no database of Recoup in ${dataDir}. Set RECOUP_DATA_DIR or DATABASE_URL as for the server.`,
      { cause },
    );
  });
  const socket = await socketOf(database);
  if (socket === undefined || !(await isAnswered(socket)))
    return startEmbeddedPostgres({ dataDir });
  return {
    url: `postgres://recoup@/recoup?host=${encodeURIComponent(socket)}&port=5432`,
    stop: async () => {},
  };
}

/** The fifth line of the pid file is the socket's folder. */
async function socketOf(database: string): Promise<string | undefined> {
  const text = await readFile(path.join(database, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n')[4]?.trim() || undefined;
}

async function isAnswered(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(path.join(socket, '.s.PGSQL.5432'));
    client.once('error', () => resolve(false));
    client.once('connect', () => {
      client.destroy();
      resolve(true);
    });
  });
}
