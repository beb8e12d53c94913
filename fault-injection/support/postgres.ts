import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  postgresBinaries,
  startEmbeddedPostgres,
} from '../../apps/server/src/embedded-postgres/start.ts';
import { openSocketFolder } from '../../apps/server/src/embedded-postgres/socket.ts';
import { postgresUser } from '../../apps/server/src/embedded-postgres/postgres-user.ts';
import { startServer } from '../../apps/server/src/embedded-postgres/server-process.ts';

/** Who is killed: the first process alone, all of them at once, or one that serves a connection. */
export type Victim = 'postmaster' | 'everybody' | 'backend';

export type Postgres = {
  url: string;
  /** Folder and name of the unix socket. */
  socket: string;
  /** Kills with SIGKILL. */
  kill(victim: Victim): Promise<void>;
  /** Restarts it, as a service manager does; resolves when it accepts connections. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a durable PostgreSQL that can be killed, by default in a new folder. */
export async function startPostgres(
  options: { dataDir?: string; settings?: Record<string, string> } = {},
): Promise<Postgres> {
  const { settings = {} } = options;
  const folder = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'recoup-drill-')));
  // The product's own start makes the cluster; afterwards only the drill starts it again.
  const first = await startEmbeddedPostgres({ dataDir: folder, settings });
  await first.stop();
  const database = path.join(folder, 'postgresql-18');
  const user = postgresUser(folder, database);
  const socket = openSocketFolder(folder, user);
  const cluster = {
    database,
    binaries: postgresBinaries(folder, user),
    socket,
    user,
    settings,
    logFile: path.join(folder, 'postgresql.log'),
  };
  let server = await startServer(cluster);
  return {
    url: first.url.replace('@/', '@localhost/'),
    socket: path.join(socket, '.s.PGSQL.5432'),
    kill: async (victim) => {
      const postmaster = Number(
        (await readFile(path.join(database, 'postmaster.pid'), 'utf8')).split('\n')[0],
      );
      const pids = victim === 'postmaster' ? [postmaster] : childrenOf(postmaster, victim);
      for (const pid of pids) killNow(pid);
      if (victim !== 'backend') await server.exited;
    },
    startAgain: async () => void (server = await startServer(cluster)),
    stop: async () => {
      await server.stop();
      if (options.dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The postmaster with its children, or one backend that serves Recoup. */
function childrenOf(postmaster: number, victim: 'everybody' | 'backend'): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === postmaster);
  return victim === 'everybody'
    ? [postmaster, ...children]
    : children.filter((pid) => titleOf(pid).includes('recoup recoup')).slice(0, 1);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

function titleOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

/** A process may end between being listed and being read. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
