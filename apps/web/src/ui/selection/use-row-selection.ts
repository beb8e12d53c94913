import { useMemo, useState, useSyncExternalStore } from 'react';
import { createStore } from '../lib/store.ts';

/**
 * Rows that were selected for one action, over all pages of their list. One object as long as the
 * list is the same: a mark draws its box again, and not the rows.
 */
export type RowSelection<Row> = {
  subscribe: (listener: () => void) => () => void;
  items: () => readonly Row[];
  has: (row: Row) => boolean;
  isFull: () => boolean;
  toggle: (row: Row) => void;
  choose: (items: readonly Row[]) => void;
  /** Selects the rows once they are read, but not over a selection in another list. */
  chooseRead: (read: () => Promise<readonly Row[]>) => Promise<void>;
  clear: () => void;
};
type Options<Row> = {
  /** The same function at each drawing. */
  keyOf: (row: Row) => string;
  /** How many may be selected at once. */
  max: number;
  /** Key of the filtered list; rows of another list are no longer selected. */
  of: string;
};
type Chosen<Row> = { of: string; rows: ReadonlyMap<string, Row>; items: readonly Row[] };

export function useRowSelection<Row>({ keyOf, max, of }: Options<Row>): RowSelection<Row> {
  const [store] = useState(() => createStore<Chosen<Row>>({ of, rows: new Map(), items: [] }));
  return useMemo(() => {
    const nothing: Chosen<Row> = { of, rows: new Map(), items: [] };
    const chosen = () => (store.get().of === of ? store.get() : nothing);
    const set = (rows: ReadonlyMap<string, Row>) =>
      store.set({ of, rows, items: [...rows.values()] });
    const choose = (items: readonly Row[]) =>
      set(new Map(items.slice(0, max).map((row) => [keyOf(row), row])));
    return {
      subscribe: store.subscribe,
      items: () => chosen().items,
      has: (row) => chosen().rows.has(keyOf(row)),
      isFull: () => chosen().rows.size >= max,
      toggle: (row) => {
        const next = new Map(chosen().rows);
        if (!next.delete(keyOf(row)) && next.size < max) next.set(keyOf(row), row);
        set(next);
      },
      choose,
      chooseRead: async (read) => {
        set(chosen().rows);
        const items = await read();
        if (store.get().of === of) choose(items);
      },
      clear: () => set(new Map()),
    };
  }, [store, keyOf, max, of]);
}

/** The selected rows, for what is drawn from all of them. */
export function useSelectedRows<Row>({ subscribe, items }: RowSelection<Row>): readonly Row[] {
  return useSyncExternalStore(subscribe, items);
}
