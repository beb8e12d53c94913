import type { ReactNode } from 'react';

export type Column<Row> = {
  /** Also the name of the sort in the address. */
  readonly key: string;
  readonly title: string;
  /** `number` counts over all pages, from 1. */
  readonly cell: (row: Row, number: number) => ReactNode;
  readonly isSortable?: boolean;
  /** `end` for figures. */
  readonly align?: 'end';
  /** The line that names the row: a card begins with it. */
  readonly isName?: boolean;
  /** Digits that are read as one: not broken over lines. */
  readonly isWhole?: boolean;
  /** The number of the row: not on a card. */
  readonly isCount?: boolean;
  /** What one can do with the row: in the corner of a card. */
  readonly isAction?: boolean;
};
