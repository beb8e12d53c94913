import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError, requestCancelled } from '../../core/app-error.ts';
import type { LimiterKey } from '../../core/limiter.ts';
import { makeFolder } from '../../core/make-folder.ts';

export type SpooledFile = {
  bytes: number;
  write(chunk: Buffer): Promise<void>;
  read(): Readable;
  /** The bytes before `end`. */
  part(range: { start: number; end: number }): AsyncIterable<Buffer>;
  /** Closes the file with the stream. */
  readAndClose(): Readable;
  close(): Promise<void>;
};

/** Bytes on the disk. */
export type MaxBytes = Record<'all' | 'firm' | 'user', number>;

/** Parsed as JSON, a millisecond. */
const pieceBytes = 64 * 1024;

export type Quota = { maxBytes: MaxBytes; used: Map<string, number> };

export async function openSpooledFile(
  folder: string,
  quota: Quota,
  key: LimiterKey,
): Promise<SpooledFile> {
  const handle = await openNameless(folder);
  let bytes = 0;
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    reserve(quota, key, -bytes);
    await handle.close();
  };
  return {
    get bytes() {
      return bytes;
    },
    async write(chunk) {
      if (isClosed) throw requestCancelled();
      reserve(quota, key, chunk.length);
      bytes += chunk.length;
      await handle.appendFile(chunk);
    },
    read: () => handle.createReadStream({ start: 0, autoClose: false }),
    async *part({ start, end }) {
      for (let at = start; at < end; ) {
        const { buffer, bytesRead } = await handle.read(
          Buffer.allocUnsafe(Math.min(pieceBytes, end - at)),
          { position: at },
        );
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    },
    readAndClose: () => handle.createReadStream({ start: 0 }).once('close', () => void close()),
    close,
  };
}

function reserve({ maxBytes, used }: Quota, { group, member }: LimiterKey, bytes: number): void {
  // Work of many members, such as a job, is counted for its firm alone.
  const own = member === undefined ? [`firm ${group}`] : [`firm ${group}`, `user ${member}`];
  const after = (key: string): number => (used.get(key) ?? 0) + bytes;
  const bounds = [maxBytes.firm, maxBytes.user];
  if (bytes > 0 && own.some((key, index) => after(key) > (bounds[index] ?? 0))) throw tooMuch();
  if (bytes > 0 && after('all') > maxBytes.all) throw new AppError('unavailable');
  for (const each of ['all', ...own]) {
    if (after(each) === 0) used.delete(each);
    else used.set(each, after(each));
  }
}

async function openNameless(folder: string) {
  makeFolder(folder, 0o700);
  const place = path.join(folder, randomUUID());
  const handle = await open(place, 'wx+', 0o600);
  await rm(place, { force: true });
  return handle;
}

function tooMuch(): AppError {
  const message =
    'You or your firm have too many large files in progress. ' +
    'Please wait until they are done and try again.';
  return new AppError('too_many_requests', { message, retryAfterSeconds: 10 });
}
