import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

type Save = (content: Readable) => Promise<void>;

/** Saves a backup of another machine as long as `work` runs. */
export type LocalCopies = <T>(
  download: (save: Save) => Promise<void>,
  work: (file: string) => Promise<T>,
) => Promise<T>;

/** Copies in the data folder, because the folder of temporary files may be in memory. */
export function localCopies(dataDir: string | undefined): LocalCopies {
  return async (download, work) => {
    const folder = await openFolder(dataDir);
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

async function openFolder(dataDir: string | undefined): Promise<string> {
  if (dataDir === undefined) return mkdtemp(join(tmpdir(), 'recoup-rehearsal-'));
  const folder = join(dataDir, 'rehearsal');
  // A killed process has left it; no two rehearsals run at once.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  return folder;
}
