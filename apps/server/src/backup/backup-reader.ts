import { createHash } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import { openPlain } from './encryption.ts';

/** No row of COPY's text format can be this line. */
export const endOfRows = Buffer.from('\\.\n');
const endOfRowsBehind = Buffer.from('\n\\.\n');
const lineEnd = 10;
const maxLineBytes = 16 * 1024 * 1024;

/** More than the largest row, a part of an export in hexadecimal digits. */
const maxRowBytes = 64 * 1024 * 1024;

/** Truncated, or longer than it should be. */
export class DamagedBackupError extends Error {}

/** `count` is known at the end. */
export type Rows = AsyncIterable<Buffer> & { count: number };

export type BackupLines = {
  line(): Promise<string>;
  /** Up to and with the row terminator. */
  rows(): Rows;
  /** Digest of everything read so far, in hexadecimal digits. */
  digest(): string;
  /** Throws DamagedBackupError when anything follows. */
  end(): Promise<void>;
  close(): void;
};

/** A backup, and the key of an encrypted one. */
export type BackupSource = { file: string; key?: string | undefined };

/** Throws an error when the file cannot be opened. */
export async function openBackup({ file, key }: BackupSource): Promise<BackupLines> {
  const { content: source, bytes } = await openPlain(file, key);
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  const pieces = takeFrom(gunzip);
  return {
    line: async () => readLine(pieces),
    rows: () => countedRows(pieces),
    digest: () => pieces.digest(),
    async end() {
      if (pieces.rest().length > 0 || (await pieces.more())) throw new DamagedBackupError();
      // zlib ignores trailing bytes.
      if (gunzip.bytesWritten !== bytes) throw new DamagedBackupError();
    },
    close: () => {
      source.destroy();
      gunzip.destroy();
    },
  };
}

type Pieces = {
  rest(): Buffer;
  /** Reads to the next end of a line, or beyond so many bytes; false at the end of the file. */
  more(most?: number): Promise<boolean>;
  take(length: number): Buffer;
  digest(): string;
};

function takeFrom(stream: AsyncIterable<Buffer>): Pieces {
  const hash = createHash('sha256');
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    rest: () => rest,
    async more(most = 0) {
      const taken = [rest];
      let length = rest.length;
      for (let isWhole = false; !isWhole; ) {
        const { done, value } = await chunks.next();
        if (done === true) break;
        taken.push(value);
        length += value.length;
        isWhole = length > most || value.includes(lineEnd);
      }
      // Once for a long line, to copy it once.
      if (taken.length > 1) rest = Buffer.concat(taken);
      return taken.length > 1;
    },
    take(length) {
      const taken = rest.subarray(0, length);
      rest = rest.subarray(length);
      hash.update(taken);
      return taken;
    },
    digest: () => hash.copy().digest('hex'),
  };
}

async function readLine(pieces: Pieces): Promise<string> {
  for (;;) {
    const at = pieces.rest().indexOf(lineEnd);
    if (at >= 0) return pieces.take(at + 1).toString('utf8');
    if (pieces.rest().length > maxLineBytes || !(await pieces.more(maxLineBytes)))
      throw new DamagedBackupError();
  }
}

function countedRows(pieces: Pieces): Rows {
  let count = 0;
  const read = async function* (): AsyncGenerator<Buffer> {
    for await (const lines of rowChunks(pieces)) {
      for (let at = lines.indexOf(lineEnd); at >= 0; at = lines.indexOf(lineEnd, at + 1))
        count += 1;
      yield lines;
    }
  };
  return {
    [Symbol.asyncIterator]: read,
    get count() {
      return count;
    },
  };
}

async function* rowChunks(pieces: Pieces): AsyncGenerator<Buffer> {
  for (;;) {
    const rest = pieces.rest();
    const isEnd = rest.subarray(0, endOfRows.length).equals(endOfRows);
    if (isEnd) return void pieces.take(endOfRows.length);
    const end = rest.indexOf(endOfRowsBehind) + 1;
    const length = end > 0 ? end : rest.lastIndexOf(lineEnd) + 1;
    if (length > 0) yield pieces.take(length);
    else if (rest.length > maxRowBytes || !(await pieces.more(maxRowBytes)))
      throw new DamagedBackupError();
  }
}
