import { randomUUID } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { makeFolder } from '../core/make-folder.ts';
import { requestCancelled } from '../core/app-error.ts';
import type { LimiterKey } from '../core/limiter.ts';

/**
 * A body ends or brings so many bytes in each such time: 1 KB/s, which a phone sends at the edge of
 * its network.
 */
export type Pace = { ms: number; bytes: number };
const leastPace: Pace = { ms: 30_000, bytes: 30 * 1024 };

/** Bytes on the disk: two of the largest files for a firm, one for a user. */
const mostBytes = { all: 1_280_000_000, firm: 320_000_000, user: 160_000_000 } as const;

export type SpoolOptions = {
  folder: string;
  pace?: Pace;
  most?: Record<'all' | 'firm' | 'user', number>;
};

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

/** `check` throws to reject a body while it arrives. */
type Receiving = {
  limit: number;
  key: LimiterKey;
  check?: ((chunk: Buffer) => void) | undefined;
};
type Sender = { request: FastifyRequest; reply: FastifyReply };

export type Spool = {
  receive(from: Sender, options: Receiving): Promise<SpooledFile>;
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
export function createSpool({ folder, pace = leastPace, most = mostBytes }: SpoolOptions): Spool {
  const books: Books = { most, used: new Map() };
  const filled = async (
    key: LimiterKey,
    fill: (file: SpooledFile) => Promise<void>,
  ): Promise<SpooledFile> => {
    const file = await openFile(folder, books, key);
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
      return filled(key, async (file) => takeBody(from, file, { limit, pace, check }));
    },
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

/** Parsed as JSON, a millisecond. */
const pieceBytes = 64 * 1024;

type Books = { most: Record<'all' | 'firm' | 'user', number>; used: Map<string, number> };

async function openFile(folder: string, books: Books, key: LimiterKey): Promise<SpooledFile> {
  const handle = await openNameless(folder);
  let bytes = 0;
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    book(books, key, -bytes);
    await handle.close();
  };
  return {
    get bytes() {
      return bytes;
    },
    async write(chunk) {
      if (isClosed) throw requestCancelled();
      book(books, key, chunk.length);
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

function book({ most, used }: Books, { group, member }: LimiterKey, bytes: number): void {
  const [firm, user] = [`firm ${group}`, `user ${member}`];
  const after = (key: string): number => (used.get(key) ?? 0) + bytes;
  if (bytes > 0 && (after(firm) > most.firm || after(user) > most.user)) throw tooMuch();
  if (bytes > 0 && after('all') > most.all) throw new AppError('unavailable');
  for (const each of ['all', firm, user]) {
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

const spooling = new WeakSet<IncomingMessage>();

/** Only signed-in users send such bodies. */
export function isSpooling(request: IncomingMessage): boolean {
  return spooling.has(request);
}

type Filling = Pick<Receiving, 'limit' | 'check'> & { pace: Pace };

async function takeBody(
  { request: { raw }, reply }: Sender,
  file: SpooledFile,
  { limit, pace, check }: Filling,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_, reject) => {
    let before = 0;
    timer = setInterval(() => {
      if (file.bytes - before < pace.bytes) {
        void reply.header('connection', 'close');
        reject(slowError(pace));
      }
      before = file.bytes;
    }, pace.ms);
  });
  const taking = async (): Promise<void> => {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer; // no encoding is set
      if (file.bytes + bytes.length > limit) throw tooLarge(limit);
      check?.(bytes);
      await file.write(bytes);
    }
  };
  spooling.add(raw);
  try {
    await Promise.race([taking(), tooSlow]);
  } catch (error) {
    // Unread, the rest of the body would keep the client from the reply.
    raw.resume();
    throw error;
  } finally {
    spooling.delete(raw);
    clearInterval(timer);
  }
}

function tooLarge(limit: number): AppError {
  return new AppError('too_large', {
    message: `The body is too large: at most ${Math.floor(limit / 1_000_000)} MB are read.`,
  });
}

function tooMuch(): AppError {
  const message =
    'You or your firm have too many large files under way. Please wait until they are done and try again.';
  return new AppError('too_many_requests', { message, retryAfterSeconds: 10 });
}

function slowError({ ms, bytes }: Pace): AppError {
  const message = `The file came too slowly: less than ${Math.round(bytes / 1024)} KB in ${ms / 1000} seconds. Please try again on a faster line.`;
  return new AppError('too_many_requests', { message, retryAfterSeconds: 30 });
}

function isAbortedBody(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ECONNRESET' &&
    error.message === 'aborted'
  );
}
