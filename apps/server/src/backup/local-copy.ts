import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

type Save = (content: Readable) => Promise<void>;

/** Saves a backup of another machine in the folder of temporary files, as long as `work` runs. */
export async function withLocalCopy<T>(
  download: (save: Save) => Promise<void>,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-rehearsal-'));
  const file = join(folder, 'backup');
  try {
    await download(async (content) => pipeline(content, createWriteStream(file, { mode: 0o600 })));
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
