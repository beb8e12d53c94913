import type { ReactNode } from 'react';

export type Column<Row> = {
  /** Also the name of the sort in the address. */
  key: string;
  title: string;
  /** `number` counts over all pages, from 1, in a list with a column of it. */
  cell: (row: Row, number: number) => ReactNode;
  isSortable?: boolean;
  /** `end` for figures. */
  align?: 'end';
  /** The line that names the row: a card begins with it. */
  isTitle?: boolean;
  /** Digits that are read as one: not broken over lines. */
  noWrap?: boolean;
  /** The number of the row: not on a card. */
  isRowNumber?: boolean;
  /** Not on a card where the cell is empty. */
  isOptional?: boolean;
  /** Selects the row; the head is for assistive technology alone. */
  isSelect?: boolean;
  /** Actions of the row; in the corner of a card. */
  isAction?: boolean;
};

/** Paper has nothing to press: undefined where the column is printed. */
export function isUnprinted<Row>({ isAction, isSelect }: Column<Row>): true | undefined {
  return isAction === true || isSelect === true || undefined;
}
