import type { Item } from './palette-items.ts';

/** One list of the server that the palette searches. */
export type Source = {
  title: string;
  find: (search: string, signal: AbortSignal) => Promise<Item[]>;
};

export const first = { page: 1, itemsPerPage: 5 } as const;
