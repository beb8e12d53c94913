import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from './startup-error.ts';

/**
 * Makes a folder and its missing parents. `recursive: true` never returns below /proc
 * (https://github.com/nodejs/node/issues/31481).
 * Throws StartupError.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const place = path.resolve(folder);
  if (isFolder(place)) return;
  if (path.dirname(place) !== place) makeFolder(path.dirname(place), mode);
  try {
    mkdirSync(place, { mode });
  } catch (error) {
    // Another process may have made it.
    if (isFolder(place)) return;
    const { code = '', message } = error as NodeJS.ErrnoException; // of the file system
    if (!['ENOENT', 'ENOTDIR', 'EEXIST'].includes(code)) throw error;
    throw new StartupError(`The folder ${place} cannot be made (${message}). Name another one.`, {
      cause: error,
    });
  }
}

function isFolder(place: string): boolean {
  return existsSync(place) && statSync(place).isDirectory();
}
