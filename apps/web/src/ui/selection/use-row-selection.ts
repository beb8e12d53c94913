import { useState } from 'react';

export type RowSelection<Row> = ReturnType<typeof useRowSelection<Row>>;
type Options<Row> = {
  keyOf: (row: Row) => string;
  /** How many may be selected at once. */
  max: number;
  /** Key of the filtered list; rows of another list are no longer selected. */
  of: string;
};

/** Rows that were selected for one action, over all pages of their list. */
export function useRowSelection<Row>({ keyOf, max, of }: Options<Row>) {
  const [chosen, setChosen] = useState({ of, rows: new Map<string, Row>() });
  const rows = chosen.of === of ? chosen.rows : new Map<string, Row>();
  const set = (next: Map<string, Row>) => setChosen({ of, rows: next });
  return {
    items: [...rows.values()],
    has: (row: Row) => rows.has(keyOf(row)),
    isFull: rows.size >= max,
    toggle: (row: Row) => {
      const next = new Map(rows);
      if (!next.delete(keyOf(row)) && next.size < max) next.set(keyOf(row), row);
      set(next);
    },
    choose: (items: readonly Row[]) => set(mapRows(items, { keyOf, max })),
    /** Selects the rows once they are read, but not over a selection in another list. */
    chooseRead: async (read: () => Promise<readonly Row[]>): Promise<void> => {
      set(rows);
      const next = { of, rows: mapRows(await read(), { keyOf, max }) };
      setChosen((current) => (current.of === of ? next : current));
    },
    clear: () => set(new Map()),
  };
}

function mapRows<Row>(
  items: readonly Row[],
  { keyOf, max }: Pick<Options<Row>, 'keyOf' | 'max'>,
): Map<string, Row> {
  return new Map(items.slice(0, max).map((row) => [keyOf(row), row]));
}
