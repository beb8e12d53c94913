import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder } from '../platform/core/make-folder.ts';
import { stopOrphans } from './data-dir-lock.ts';

/** Who PostgreSQL runs as when we are root; undefined: as ourselves. */
export type PostgresUser = { uid: number; gid: number; name: string } | undefined;

export interface Cluster {
  /** Folder with initdb and postgres. */
  binaries: string;
  /** PGDATA. */
  database: string;
  /** Folder of the unix socket. */
  socket: string;
  logFile: string;
  user: PostgresUser;
  settings: Record<string, string>;
}

export interface Server {
  /** How it ended: the signal or the exit code. */
  exited: Promise<string>;
  stop: () => Promise<void>;
}

const defaults = {
  listen_addresses: '',
  // The log lies in the clear beside the database: no statements, no values of people in it.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};
const largestLog = 10 * 1024 * 1024;
/** A socket's address holds 107 bytes on Linux and 103 on macOS, `/.s.PGSQL.5432` included. */
const longestSocketFolder = 88;
const fastShutdown = 60_000;

/**
 * What every PostgreSQL program is started with: nothing of our environment, in which PGDATA and
 * the like would steer it.
 */
export function spawnOptions(user: PostgresUser) {
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  return { ...identity, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } };
}

/**
 * Resolves when connections are accepted, crash recovery included.
 * @throws Error with the end of PostgreSQL's log.
 */
export async function startServer(cluster: Cluster): Promise<Server> {
  await stopOrphans(cluster.database);
  await refuseIfAnswered(cluster.socket);
  const postgres = spawnPostgres(cluster);
  let end: string | undefined;
  const exited = new Promise<string>((resolve) => {
    postgres.once('error', (error) => resolve(error.message));
    postgres.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).then((how) => (end = how));
  while (!isReady(cluster.database, postgres.pid)) {
    if (end !== undefined)
      throw new Error(
        `PostgreSQL does not start (${end}). Its log ${cluster.logFile} ends with:\n${endOf(cluster.logFile)}`,
      );
    await wait(5);
  }
  const watcher = stopWithUs(cluster, postgres.pid);
  void exited.then(() => watcher.kill('SIGKILL'));
  return { exited, stop };

  async function stop(): Promise<void> {
    postgres.ref();
    postgres.kill('SIGINT');
    const late = setTimeout(() => postgres.kill('SIGQUIT'), fastShutdown);
    await exited;
    clearTimeout(late);
  }
}

/**
 * A folder of mode 700 for the socket: beside the database, or a short one below the temporary
 * folder when that path is too long.
 */
export function openSocketFolder(folder: string, user: PostgresUser): string {
  const beside = path.join(folder, 'socket');
  // PostgreSQL reads a comma as the start of another folder.
  const isUsable = Buffer.byteLength(beside) <= longestSocketFolder && !/[,"]/.test(beside);
  const socket = isUsable
    ? beside
    : path.join(
        tmpdir(),
        `recoup-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
      );
  const owner = user?.uid ?? process.getuid?.();
  makeFolder(socket, 0o700);
  const found = lstatSync(socket);
  // The temporary folder belongs to everybody: somebody else's folder or link of this name is not
  // to be trusted.
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.())) {
    throw new Error(
      `${socket} belongs to somebody else. Remove it, or set RECOUP_DATA_DIR to a folder with a shorter path.`,
    );
  }
  chmodSync(socket, 0o700);
  if (user) chownSync(socket, user.uid, user.gid);
  return socket;
}

export function truncateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLog) truncateSync(file);
}

/** The last lines of PostgreSQL's log, for an error message. */
function endOf(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
}

/**
 * A container's processes cannot be seen from another one, but a socket on a shared folder answers
 * there too.
 */
function refuseIfAnswered(socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const client = connect(path.join(socket, '.s.PGSQL.5432'));
    client.once('error', () => resolve());
    client.once('connect', () => {
      client.destroy();
      reject(
        new Error(
          `A PostgreSQL of another container already uses ${path.dirname(socket)}. Stop it first, or set RECOUP_DATA_DIR.`,
        ),
      );
    });
  });
}

/**
 * In its own process group: Ctrl-C in a terminal reaches the whole group, and the database would be
 * gone before the last request is answered. The log is a file and no pipe, so that it also outlives
 * us.
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

/**
 * A shell that waits until we end, however that comes about, and then shuts PostgreSQL down:
 * nothing stays behind after a kill -9.
 */
function stopWithUs({ user }: Cluster, pid: number | undefined) {
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    ...spawnOptions(user),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell on this machine there is no watcher, and the next start ends what was left.
  watcher.once('error', () => undefined);
  watcher.unref();
  if (watcher.stdin && 'unref' in watcher.stdin && typeof watcher.stdin.unref === 'function')
    watcher.stdin.unref();
  return watcher;
}
