import { accessSync, constants, realpathSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../platform/core/make-folder.ts';
import { isRoot } from './postgres-user.ts';

/** Returns its real path. PostgreSQL's user may enter root's folder, but not read it. */
export function openDataFolder(dataDir: string): string {
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
