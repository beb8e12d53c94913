import { spawnSync } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';

/** PostgreSQL's user if the server runs as root; else undefined: the server's own. */
export type PostgresUser = { uid: number; gid: number; name: string } | undefined;

export const isRoot = process.getuid?.() === 0;

/**
 * PostgreSQL rejects root. Returns the owner of an existing database, or an unprivileged user.
 * Throws an error when that user cannot reach the data folder.
 */
export function postgresUser(folder: string, database: string): PostgresUser {
  if (!isRoot) return undefined;
  const user =
    findFolderOwner(database) ??
    findSystemUser('recoup') ??
    createUser() ??
    findSystemUser('postgres') ??
    findSystemUser('nobody');
  if (!user)
    throw new Error(
      'PostgreSQL refuses to run as root, and there is no user "recoup" to run it. ' +
        'Make one: useradd --system recoup',
    );
  if (firstInaccessible(folder, user) === folder) chmodSync(folder, statSync(folder).mode | 0o011);
  const closed = firstInaccessible(folder, user);
  if (!closed) return user;
  throw new Error(
    `PostgreSQL refuses to run as root and runs as ${user.name}, who cannot enter ${closed}. ` +
      'Set RECOUP_DATA_DIR to a folder that is not below it, ' +
      'such as /var/lib/recoup, or start Recoup as another user than root.',
  );
}

export function firstInaccessible(target: string, user: PostgresUser): string | undefined {
  if (!user) return undefined;
  const parts = target.split(path.sep);
  const ancestors = parts.map((_, index) => parts.slice(0, index + 1).join(path.sep) || path.sep);
  return ancestors.find((folder) => {
    const { mode, uid, gid } = statSync(folder);
    if (uid === user.uid) return (mode & 0o100) === 0;
    return (mode & (gid === user.gid ? 0o010 : 0o001)) === 0;
  });
}

function findFolderOwner(database: string): PostgresUser {
  const found = statSync(database, { throwIfNoEntry: false });
  return found && found.uid !== 0
    ? { uid: found.uid, gid: found.gid, name: `the owner of ${database} (uid ${found.uid})` }
    : undefined;
}

function findSystemUser(name: string): PostgresUser {
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
  return findSystemUser('recoup');
}
