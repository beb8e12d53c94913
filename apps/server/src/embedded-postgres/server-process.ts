import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { stopOrphans } from './data-dir-lock.ts';
import type { PostgresUser } from './postgres-user.ts';
import { isSocketAnswered } from './socket.ts';

export type Cluster = {
  /** Folder with initdb and postgres. */
  binaries: string;
  /** PGDATA. */
  database: string;
  /** Folder of the unix socket. */
  socket: string;
  logFile: string;
  user: PostgresUser;
  settings: Record<string, string>;
};

export type Server = {
  /** How it ended: the signal or the exit code. */
  exited: Promise<string>;
  stop: () => Promise<void>;
};

const defaults = {
  listen_addresses: '',
  // The log is not encrypted: it names no statements and no personal values.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};
const maxLogBytes = 10 * 1024 * 1024;
const fastShutdownMs = 60_000;

/** Without the server's environment, whose PGDATA and the like would steer PostgreSQL. */
export function spawnOptions(user: PostgresUser) {
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  return { ...identity, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } };
}

/**
 * Resolves when connections are accepted, crash recovery included.
 * Throws an error with the end of PostgreSQL's log.
 */
export async function startServer(cluster: Cluster): Promise<Server> {
  await stopOrphans(cluster.database);
  if (await isSocketAnswered(cluster.socket))
    throw new Error(
      'A PostgreSQL of another container already uses ' +
        `${path.dirname(cluster.socket)}. Stop it first, or set RECOUP_DATA_DIR.`,
    );
  const postgres = spawnPostgres(cluster);
  let end: string | undefined;
  const exited = new Promise<string>((resolve) => {
    postgres.once('error', (error) => resolve(error.message));
    postgres.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).then((how) => (end = how));
  while (!isReady(cluster.database, postgres.pid)) {
    if (end !== undefined)
      throw new Error(
        `PostgreSQL does not start (${end}). ` +
          `Its log ${cluster.logFile} ends with:\n${readLogTail(cluster.logFile)}`,
      );
    await wait(5);
  }
  const watchdog = startWatchdog(cluster, postgres.pid);
  void exited.then(() => watchdog.kill('SIGKILL'));
  return { exited, stop };

  async function stop(): Promise<void> {
    postgres.ref();
    postgres.kill('SIGINT');
    const late = setTimeout(() => postgres.kill('SIGQUIT'), fastShutdownMs);
    await exited;
    clearTimeout(late);
  }
}

export function truncateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) truncateSync(file);
}

/** The last lines of PostgreSQL's log, for an error message. */
function readLogTail(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
}

/**
 * In its own process group: Ctrl-C reaches the whole group of the server, and the database must
 * outlive the last request. The log is a file and no pipe, so that it outlives the server too.
 */
function spawnPostgres({ binaries, database, socket, logFile, user, settings }: Cluster) {
  for (const left of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(path.join(socket, left), { force: true });
  const log = openSync(logFile, 'a', 0o600);
  const flags = Object.entries({ ...defaults, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(path.join(binaries, 'postgres'), ['-D', database, '-k', socket, ...flags], {
    ...spawnOptions(user),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return child;
}

/** PostgreSQL writes its state into the eighth line of its pid file. */
function isReady(database: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(path.join(database, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    // Not written yet.
    return false;
  }
}

/** A shell that stops PostgreSQL once the server has ended, even by `kill -9`. */
function startWatchdog({ user }: Cluster, pid: number | undefined) {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    ...spawnOptions(user),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell there is no watchdog, and the next start stops the orphans.
  watchdog.once('error', () => undefined);
  watchdog.unref();
  if (watchdog.stdin && 'unref' in watchdog.stdin && typeof watchdog.stdin.unref === 'function')
    watchdog.stdin.unref();
  return watchdog;
}
