import { connect } from 'node:net';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { makeFolder } from '../platform/core/make-folder.ts';
import type { PostgresUser } from './postgres-user.ts';

/** For `pg`; PostgreSQL listens on no TCP port. */
export function databaseUrl(socketFolder: string): string {
  return `postgres://recoup@/recoup?host=${encodeURIComponent(socketFolder)}&port=5432`;
}

/** Also by a PostgreSQL of another container, whose processes are invisible. */
export function isSocketAnswered(socketFolder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(path.join(socketFolder, '.s.PGSQL.5432'));
    client.once('error', () => resolve(false));
    client.once('connect', () => {
      client.destroy();
      resolve(true);
    });
  });
}

/** A socket's address holds 107 bytes on Linux and 103 on macOS, `/.s.PGSQL.5432` included. */
const maxSocketFolderBytes = 88;

/**
 * A folder of mode 700 for the socket: beside the database, or a short one below the temporary
 * folder when that path is too long.
 */
export function openSocketFolder(folder: string, user: PostgresUser): string {
  const beside = path.join(folder, 'socket');
  // PostgreSQL reads a comma as the start of another folder.
  const isUsable = Buffer.byteLength(beside) <= maxSocketFolderBytes && !/[,"]/.test(beside);
  const socket = isUsable
    ? beside
    : path.join(
        tmpdir(),
        `recoup-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
      );
  const owner = user?.uid ?? process.getuid?.();
  makeFolder(socket, 0o700);
  const found = lstatSync(socket);
  // Another user may have made a folder or link of this name in the shared temporary folder.
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.())) {
    throw new Error(
      `${socket} belongs to another user. ` +
        'Remove it, or set RECOUP_DATA_DIR to a folder with a shorter path.',
    );
  }
  chmodSync(socket, 0o700);
  if (user) chownSync(socket, user.uid, user.gid);
  return socket;
}
