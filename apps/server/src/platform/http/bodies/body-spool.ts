import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { requestCancelled } from '../../core/app-error.ts';
import type { LimiterKey } from '../../core/limiter.ts';
import { makeFolder } from '../../core/make-folder.ts';
import { type Pace, receiveBody, type Sender, tooLarge } from './receive-body.ts';
import { type MaxBytes, openSpooledFile, type Quota, type SpooledFile } from './spooled-file.ts';

const minPace: Pace = { ms: 30_000, bytes: 30 * 1024 };
/** Two of the largest files for a firm, one for a user. */
const defaultMaxBytes = { all: 1_280_000_000, firm: 320_000_000, user: 160_000_000 } as const;

export type SpoolOptions = { folder: string; pace?: Pace; maxBytes?: MaxBytes };

/** `check` throws to reject a body while it arrives. */
type Receiving = { limit: number; key: LimiterKey; check?: ((chunk: Buffer) => void) | undefined };
export type Spool = {
  receive(from: Sender, options: Receiving): Promise<SpooledFile>;
  /** An empty file, which the caller closes. */
  open(key: LimiterKey): Promise<SpooledFile>;
  /** Keeps a reply of the server, so that a slow reader holds a file and no memory. */
  keep(
    content: AsyncIterable<Buffer | string> | Iterable<Buffer | string>,
    key: LimiterKey,
  ): Promise<SpooledFile>;
};

/**
 * Files without a name, which the operating system removes with the process. Throws `too_large`,
 * `too_many_requests` for a slow body or a firm or user above its bytes, and `unavailable` above
 * the bytes of all.
 */
export function createSpool({
  folder,
  pace = minPace,
  maxBytes = defaultMaxBytes,
}: SpoolOptions): Spool {
  const quota: Quota = { maxBytes, used: new Map() };
  const filled = async (
    key: LimiterKey,
    fill: (file: SpooledFile) => Promise<void>,
  ): Promise<SpooledFile> => {
    const file = await openSpooledFile(folder, quota, key);
    try {
      await fill(file);
      return file;
    } catch (error) {
      await file.close();
      throw isAbortedBody(error) ? requestCancelled() : error;
    }
  };
  return {
    async receive(from, { limit, key, check }) {
      if (Number(from.request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
      return filled(key, async (file) => receiveBody(from, file, { limit, pace, check }));
    },
    open: async (key) => openSpooledFile(folder, quota, key),
    keep: async (content, key) =>
      filled(key, async (file) => {
        for await (const chunk of content) await file.write(Buffer.from(chunk));
      }),
  };
}

/** Removes files of a process that ended before it removed their names. */
export async function sweepSpool(folder: string): Promise<void> {
  makeFolder(folder, 0o700);
  const names = await readdir(folder);
  for (const name of names) await rm(path.join(folder, name), { force: true });
}

function isAbortedBody(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ECONNRESET' &&
    error.message === 'aborted'
  );
}
