import type { PostingColumn } from '@recoup/contract/posting/layouts';
import type { PostingField } from '@recoup/contract/posting/rules';
import type { Field, OwnColumn } from '../engine/fields.ts';

type ColumnOptions = Partial<Omit<PostingColumn, 'title' | 'field' | 'constant'>>;

const defaults = {
  fit: 'reject',
  align: 'left',
  date: 'yyyy-mm-dd',
  sign: 'minus',
  decimalMark: '.',
} as const;

export function column(
  title: string,
  field: PostingField,
  options: ColumnOptions = {},
): PostingColumn {
  return { title, field, ...defaults, ...options };
}

export function constant(title: string, value = ''): PostingColumn {
  return { title, constant: value, ...defaults };
}

/** A column of a field that only this layout has; `constant` is what a copy of it writes. */
export function own(
  title: string,
  field: Field,
  options: ColumnOptions & { constant?: string } = {},
): OwnColumn {
  return { title, own: field, ...defaults, ...options };
}
