import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../platform/core/startup-error.ts';
import type { BackupPlace } from './backup-place.ts';

/** A folder that exists: one that is not mounted is never made. */
export function folderPlace(folder: string): BackupPlace {
  const at = (name: string): string => path.join(folder, name);
  return {
    async tryOut() {
      await requireFolder(folder);
      const name = at(`.recoup-test-${process.pid}.part`);
      try {
        await (await open(name, 'w', 0o600)).close();
        await rm(name);
      } catch (error) {
        throw new StartupError(`No file can be written into ${folder} (${codeFrom(error)}).`);
      }
    },
    async write(name, content) {
      await requireFolder(folder);
      await writeWhole(at(name), content);
    },
    list: async () => readdir(folder),
    remove: async (name) => rm(at(name), { force: true }),
    fetch: async (name, work) => work(at(name)),
  };
}

/** Appears whole or not at all, readable by its owner alone. */
export async function writeWhole(file: string, content: Readable): Promise<void> {
  const part = `${file}.part`;
  const handle = await open(part, 'wx', 0o600);
  try {
    await pipeline(content, handle.createWriteStream({ flush: true }));
    await rename(part, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

/** Throws StartupError. */
export async function requireFolder(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new StartupError(
      `${folder} is not a folder. Make it, or mount it: a backup makes no folder.`,
    );
}

function codeFrom(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'no code'; // of the file system
}
