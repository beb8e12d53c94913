import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, gunzip } from 'node:zlib';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';
import type { CopyOut } from '../../platform/database/copy-out.ts';
import { csvHeader, csvLineEncoder } from './csv-lines.ts';
import { copyExportLines, findLineFacts, type LineFacts, type Lines } from './lines.repository.ts';
import type { SpooledFile } from '../../platform/http/bodies/spooled-file.ts';

const compress = promisify(gzip);
/** The fastest level. */
const gzipLevel = { level: 1 };

export type Snapshot = LineFacts & { sumCents: bigint; byteCount: number; sha256: Buffer };

/** Each throws to stop the export. */
export type Watching = {
  /** Before the lines are read. */
  onFacts?: (facts: LineFacts) => Promise<void>;
  onProgress: (soFar: { rowCount: number; byteCount: number }) => void;
  /** The store has this part, and with it so many lines. */
  onPart?: (csv: Buffer, rowCount: number) => void;
};

export type Writing = { trx: Trx; copyOut: CopyOut; store: PartStore };

/**
 * Writes the CSV into the store in parts of some thousand lines, so that memory stays flat, and
 * counts, adds and hashes them. PostgreSQL sends lines while others are encoded and compressed.
 */
export async function writeSnapshot(
  { trx, copyOut, store }: Writing,
  firm: FirmScope,
  what: Lines & Watching,
): Promise<Snapshot> {
  const facts = await findLineFacts(trx, firm, what);
  await what.onFacts?.(facts);
  const { extras } = facts;
  const hash = createHash('sha256');
  const total = { rowCount: 0, sumCents: 0n, byteCount: 0 };
  const write = csvLineEncoder(extras);
  const keep = async (csv: Buffer, rowCount: number): Promise<void> => {
    await store.add(await compress(csv, gzipLevel));
    what.onPart?.(csv, rowCount);
  };
  let keeping = Promise.resolve();
  try {
    for await (const lines of copyExportLines({ trx, copyOut }, firm, { ...what, extras })) {
      let text = total.rowCount === 0 ? csvHeader(extras) : '';
      for (const line of lines) {
        const { csv, cents } = write(line);
        text += csv;
        total.sumCents += cents;
      }
      const csv = Buffer.from(text);
      hash.update(csv);
      total.rowCount += lines.length;
      total.byteCount += csv.length;
      what.onProgress(total);
      await keeping;
      keeping = keep(csv, total.rowCount);
      // The next round awaits it; until then a rejection must not be unhandled.
      keeping.catch(() => {});
    }
  } finally {
    // Nothing is added to a store that its owner has closed.
    await keeping;
  }
  return { ...facts, ...total, sha256: hash.digest() };
}

/** The compressed parts of an export until its transaction can insert them. */
export type PartStore = {
  readonly count: number;
  add(content: Buffer): Promise<void>;
  read(position: number): Promise<Buffer>;
  close(): Promise<void>;
};

/** Bytes of a store in memory; most exports need no file. */
const maxInMemory = 1 << 20;

/** `openFile` throws as the spool does. */
export function createPartStore(openFile: () => Promise<SpooledFile>): PartStore {
  const parts: (Buffer | { start: number; end: number })[] = [];
  let file: SpooledFile | undefined;
  let inMemory = 0;
  return {
    get count() {
      return parts.length;
    },
    async add(content) {
      if (inMemory + content.length <= maxInMemory) {
        inMemory += content.length;
        parts.push(content);
        return;
      }
      file ??= await openFile();
      const start = file.bytes;
      await file.write(content);
      parts.push({ start, end: file.bytes });
    },
    async read(position) {
      const part = parts[position];
      if (Buffer.isBuffer(part)) return part;
      const pieces: Buffer[] = [];
      if (part && file) for await (const piece of file.part(part)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    close: async () => file?.close(),
  };
}

const decompress = promisify(gunzip);
/** Bytes that wait in memory for a client that keeps up; a slower one reads the store. */
const maxWaiting = 1 << 21;

/** The CSV of an export for its client, while its transaction writes it. */
export type LiveParts = {
  /** The client left before the end. */
  isAbandoned: () => boolean;
  /** A part that the store has. */
  push: (csv: Buffer) => void;
  /** The transaction has ended; after an error the client must not take its part for the whole. */
  end: (error?: Error) => void;
  parts: AsyncGenerator<Buffer>;
  /** The client reads no more. Closes the store once the transaction has ended. */
  close: () => void;
};

type State = {
  store: PartStore;
  waiting: Map<number, Buffer>;
  waitingBytes: number;
  pushed: number;
  isEnded: boolean;
  error: Error | undefined;
  isClosed: boolean;
  /** Wakes the reader. */
  wake: () => void;
};

export function createLiveParts(store: PartStore): LiveParts {
  const state: State = {
    store,
    waiting: new Map(),
    waitingBytes: 0,
    pushed: 0,
    isEnded: false,
    error: undefined,
    isClosed: false,
    wake: () => {},
  };
  const closeStore = (): void => {
    if (state.isClosed && state.isEnded) void store.close();
  };
  return {
    isAbandoned: () => state.isClosed && !state.isEnded,
    push: (csv) => push(state, csv),
    end(error) {
      Object.assign(state, { isEnded: true, error });
      closeStore();
      state.wake();
    },
    parts: readParts(state),
    close() {
      state.isClosed = true;
      closeStore();
    },
  };
}

function push(state: State, csv: Buffer): void {
  if (state.waitingBytes + csv.length <= maxWaiting) {
    state.waiting.set(state.pushed, csv);
    state.waitingBytes += csv.length;
  }
  state.pushed += 1;
  state.wake();
}

async function* readParts(state: State): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    while (position >= state.pushed && !state.isEnded)
      await new Promise<void>((resolve) => (state.wake = resolve));
    if (state.error) throw state.error;
    if (position >= state.pushed) return;
    const csv = state.waiting.get(position);
    state.waiting.delete(position);
    state.waitingBytes -= csv?.length ?? 0;
    yield csv ?? (await decompress(await state.store.read(position)));
  }
}
