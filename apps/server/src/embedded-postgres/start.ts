import { access } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDataFolder, postgresBinaries, postgresUser } from './binaries.ts';
import {
  type Cluster,
  openSocketFolder,
  type Server,
  startServer,
  truncateLog,
} from './server-process.ts';
import { createDatabaseFolder } from './initdb.ts';
import { lockDataDir } from './data-dir-lock.ts';

export interface EmbeddedPostgres {
  /**
   * For `pg`: a unix socket that only this user (and root) can open; PostgreSQL listens on no TCP
   * port at all.
   */
  url: string;
  /**
   * Fast shutdown: open transactions are rolled back, everything committed is on disk when it
   * resolves. Safe to call twice.
   */
  stop: () => Promise<void>;
  /**
   * Resolves when PostgreSQL has ended for good, which is after `stop()`: one that dies by itself
   * is started again.
   */
  exited: Promise<void>;
}

interface Options {
  /**
   * Holds `postgresql-18/` (the database), `postgresql.log` and `recoup.lock`; made when it is not
   * there.
   */
  dataDir: string;
  /**
   * Settings of postgresql.conf that win over the durable defaults, such as `fsync: 'off'` in
   * tests.
   */
  settings?: Record<string, string>;
  /** What an operator should know: a first start, a crash, a restart. */
  log?: (line: string) => void;
}

const firstPause = 200;
const longestPause = 5_000;
/**
 * A server that lived this long (ms) was sound, so that its end is not the next one of a row of
 * crashes.
 */
const soundAfter = 10_000;

/**
 * Starts the real PostgreSQL of the npm packages on `dataDir` and keeps it running until `stop()`.
 * @throws Error with a sentence for the operator: the folder is in use (and by which process),
 * cannot be reached, or PostgreSQL does not start.
 */
export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
  log = () => {},
}: Options): Promise<EmbeddedPostgres> {
  const folder = openDataFolder(dataDir);
  const unlock = await lockDataDir(folder);
  try {
    const cluster = await openCluster(folder, settings, log);
    const { stop, exited } = supervise(cluster, await startServer(cluster), log);
    const ended = exited.finally(unlock);
    return { url: urlOf(cluster), stop: () => stop().then(() => ended), exited: ended };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openCluster(
  folder: string,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<Cluster> {
  const database = path.join(folder, 'postgresql-18');
  const user = postgresUser(folder, database);
  const binaries = postgresBinaries(folder, user);
  const socket = openSocketFolder(folder, user);
  const cluster = {
    database,
    binaries,
    socket,
    user,
    settings,
    logFile: path.join(folder, 'postgresql.log'),
  };
  truncateLog(cluster.logFile);
  const isThere = await access(path.join(database, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    log(`Making a new database in ${database}`);
    await createDatabaseFolder(cluster);
  }
  return cluster;
}

function urlOf({ socket }: Cluster): string {
  return `postgres://recoup@/recoup?host=${encodeURIComponent(socket)}&port=5432`;
}

function supervise(
  cluster: Cluster,
  first: Server,
  log: (line: string) => void,
): Pick<EmbeddedPostgres, 'stop' | 'exited'> {
  const stopping = new AbortController();
  let server: Server | undefined = first;
  const exited = keepRunning();
  return {
    exited,
    stop: async () => {
      stopping.abort();
      await server?.stop();
      await exited;
    },
  };

  async function keepRunning(): Promise<void> {
    let pause = firstPause / 2;
    while (server) {
      const startedAt = Date.now();
      const end = await server.exited;
      if (stopping.signal.aborted) return;
      pause = Date.now() - startedAt > soundAfter ? firstPause : Math.min(pause * 2, longestPause);
      log(`PostgreSQL ended by itself (${end}) and is started again. Its log: ${cluster.logFile}`);
      server = await startAgain(cluster, pause, stopping.signal, log);
    }
  }
}

/** Undefined when it was told to stop meanwhile. */
async function startAgain(
  cluster: Cluster,
  pause: number,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<Server | undefined> {
  for (let next = pause; ; next = Math.min(next * 2, longestPause)) {
    await wait(next, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return undefined;
    try {
      const server = await startServer(cluster);
      if (!stopping.aborted) return server;
      await server.stop();
      return undefined;
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
    }
  }
}
