import type { PostingLayout } from '@recoup/contract/posting/endpoints';
import {
  type LayoutForm,
  layoutForm,
  type NewLayout,
  newLayout,
} from '@recoup/contract/posting/layouts';
import { type PostingField, postingFields } from '@recoup/contract/posting/rules';
import {
  choiceField,
  defineForm,
  flagField,
  ownField,
  textField,
} from '../../ui/form/define-form.ts';
import type { DefinedForm } from '../../ui/form/defined-fields.tsx';
import * as options from './layout-options.ts';
import { constant, fieldNames } from './layout-options.ts';

/** A column as typed. `content` is a field of the entry, or `constant`. */
export type ColumnValues = {
  /** Keeps the inputs of a column that moves. */
  key: string;
  title: string;
  content: string;
  constant: string;
  width: string;
  fit: string;
  align: string;
  pad: string;
  date: string;
  sign: string;
  decimalMark: string;
};
export function newColumn(key: string): ColumnValues {
  return {
    key,
    title: '',
    content: 'date',
    constant: '',
    width: '',
    fit: 'reject',
    align: 'left',
    pad: '',
    date: 'yyyy-mm-dd',
    sign: 'minus',
    decimalMark: '.',
  };
}

const firstColumns = (['date', 'matterNumber', 'description', 'amount'] as const).map((field) => ({
  ...newColumn(field),
  content: field,
  title: fieldNames[field],
}));

function readColumn(saved: PostingLayout['columns'][number], index: number): ColumnValues {
  const { title, field, width, pad, fit, align, date, sign, decimalMark } = saved;
  return {
    title,
    fit,
    align,
    date,
    sign,
    decimalMark,
    key: String(index),
    content: field ?? constant,
    constant: saved.constant ?? '',
    width: width === undefined ? '' : String(width),
    pad: pad ?? '',
  };
}

/** `delimiter` is empty for columns of fixed width. */
export const postingLayoutForm = defineForm({
  name: textField('Name', { isRequired: true, autoComplete: 'off' }),
  delimiter: {
    ...choiceField('Delimiter', { options: options.delimiterOptions, start: ',' }),
    read: (saved?: string | null) => (saved === null ? '' : (saved ?? ',')),
  },
  quote: choiceField('Quotation marks', { options: options.quoteOptions, start: 'when-needed' }),
  lineEnd: choiceField('End of line', { options: options.lineEndOptions, start: 'crlf' }),
  encoding: choiceField('Characters', { options: options.encodingOptions, start: 'utf-8' }),
  records: {
    ...choiceField('Records for each entry', { options: options.recordOptions, start: '1' }),
    read: (saved?: number | null) => String(saved ?? 1),
  },
  header: flagField('First line with titles', { start: true }),
  columns: ownField({
    label: 'Columns',
    read: (saved?: PostingLayout['columns'] | null) =>
      saved ? saved.map(readColumn) : firstColumns,
    inWords: (columns: readonly ColumnValues[]) => columns.map(columnDetails).join('; '),
  }),
});
export type PostingLayoutForm = DefinedForm<(typeof postingLayoutForm)['fields']>;
export type LayoutValues = PostingLayoutForm['values'];

/** The layout without its name, as the server takes it; null while something is wrong. */
export function toLayoutForm({ name: _name, ...values }: LayoutValues): LayoutForm | null {
  return layoutForm.safeParse(rawLayout(values)).data ?? null;
}

/** Returns the errors by form field, or the layout if it is valid. */
export function readLayout(values: LayoutValues): {
  layout: NewLayout | undefined;
  errors: Record<string, string>;
} {
  const { data, error } = newLayout.safeParse({ name: values.name, ...rawLayout(values) });
  const issues = error?.issues ?? [];
  const errors = issues.map(({ path, message }) => [pathInForm(path.join('.')), message] as const);
  // Reversed, so that the first message about a field wins.
  return { layout: data, errors: Object.fromEntries(errors.toReversed()) };
}

/** The server knows `field`, the form `content`; its inputs are named alike otherwise. */
export function pathInForm(path: string): string {
  return path.replace(/^(?<column>columns\.\d+)\.field$/, '$<column>.content');
}

function rawLayout({ columns, delimiter, records, ...rest }: Omit<LayoutValues, 'name'>) {
  return {
    ...rest,
    delimiter: delimiter === '' ? null : delimiter,
    records: Number(records),
    columns: columns.map(({ key: _key, content, constant: text, width, pad, ...column }) => ({
      ...column,
      ...(content === constant ? { constant: text } : { field: content }),
      ...(width.trim() !== '' && { width: Number(width) }),
      ...(pad !== '' && { pad }),
    })),
  };
}

/** `Date of the entry, width 10`. */
export function columnText({ content, constant: text, width }: ColumnValues): string {
  const what = content === constant ? `“${text}”` : fieldNames[knownField(content)];
  return width === '' ? what : `${what}, width ${width}`;
}

function knownField(content: string): PostingField {
  return postingFields.find((field) => field === content) ?? 'date';
}

function columnDetails({ key: _key, ...column }: ColumnValues): string {
  const { title, fit, align, pad, date, sign, decimalMark } = column;
  const format = [fit, align, pad, date, sign, decimalMark].filter((word) => word !== '');
  return `${title} (${columnText({ ...column, key: '' })}; ${format.join(', ')})`;
}
