import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

type Save = (content: Readable) => Promise<void>;

/** `data` is the data folder: the folder of temporary files may be in memory. */
export function localCopies(data = tmpdir()): LocalCopies {
  const folder = join(data, 'rehearsal');
  return async (download, work) => {
    // Also one that a killed process has left; no two rehearsals run at once.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    const file = join(folder, 'backup');
    try {
      await download(async (content) =>
        pipeline(content, createWriteStream(file, { mode: 0o600 })),
      );
      return await work(file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Saves a backup of another machine as long as `work` runs. */
export type LocalCopies = <T>(
  download: (save: Save) => Promise<void>,
  work: (file: string) => Promise<T>,
) => Promise<T>;
