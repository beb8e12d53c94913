import { access } from 'node:fs/promises';
import path from 'node:path';
import { restart } from '../platform/core/restart.ts';
import { postgresBinaries } from './binaries.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { openSocketFolder, databaseUrl } from './socket.ts';
import { createDatabaseFolder } from './initdb.ts';
import { postgresUser, isRoot } from './postgres-user.ts';
import { type Cluster, type Server, startServer, truncateLog } from './server-process.ts';
import { accessSync, constants, realpathSync } from 'node:fs';
import { makeFolder } from '../platform/core/make-folder.ts';

export type EmbeddedPostgres = {
  /** A unix socket that only this user and root can open; there is no TCP port. */
  url: string;
  /** Fast shutdown: open transactions are rolled back. May be called twice. */
  stop: () => Promise<void>;
  /** Resolves after `stop()`: a PostgreSQL that dies by itself is started again. */
  exited: Promise<void>;
};

type Options = {
  /** Made when missing: `postgresql-18/`, `postgresql.log` and `recoup.lock`. */
  dataDir: string;
  /** Override the durable defaults of postgresql.conf, such as `fsync: 'off'` in tests. */
  settings?: Record<string, string>;
  /** For the operator: a first start, a crash, a restart. */
  log?: (line: string) => void;
};

const initialBackoffMs = 200;
const maxBackoffMs = 5_000;
/** A server that lived this long (ms) was sound: its end begins a new row of crashes. */
const soundAfterMs = 10_000;

/**
 * Starts the PostgreSQL of the npm packages on `dataDir` and keeps it running until `stop()`.
 * Throws an error for the operator: the folder is in use or cannot be reached, or PostgreSQL does
 * not start.
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
    return {
      url: databaseUrl(cluster.socket),
      stop: () => stop().then(() => ended),
      exited: ended,
    };
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
    let backoff = initialBackoffMs / 2;
    while (server) {
      const startedAt = Date.now();
      const end = await server.exited;
      if (stopping.signal.aborted) return;
      const isSound = Date.now() - startedAt > soundAfterMs;
      backoff = isSound ? initialBackoffMs : Math.min(backoff * 2, maxBackoffMs);
      log(`PostgreSQL ended by itself (${end}) and is started again. Its log: ${cluster.logFile}`);
      server = await restart(async () => startServer(cluster), {
        initialBackoffMs: backoff,
        maxBackoffMs,
        signal: stopping.signal,
        onError: (error) => log(error instanceof Error ? error.message : String(error)),
      });
    }
  }
}

/** Returns its real path. PostgreSQL's user may enter root's folder, but not read it. */
function openDataFolder(dataDir: string): string {
  if (process.platform === 'win32')
    throw new Error(
      'The embedded PostgreSQL runs on Linux and macOS. ' +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  try {
    makeFolder(dataDir, isRoot ? 0o711 : 0o700);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new Error(
      `The data folder ${path.resolve(dataDir)} cannot be written. ` +
        'Set RECOUP_DATA_DIR to a folder of your own.',
      { cause: error },
    );
  }
  return realpathSync(dataDir);
}
