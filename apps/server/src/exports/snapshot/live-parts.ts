import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { PartStore } from './part-store.ts';

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
