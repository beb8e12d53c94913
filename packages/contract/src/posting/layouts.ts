import { z } from 'zod';
import { text } from '../core/fields.ts';
import {
  alignments,
  amountFields,
  decimalMarks,
  delimiters,
  encodings,
  fits,
  lineEnds,
  pads,
  postingFields,
  postingLimits,
  quotes,
  signs,
} from './rules.ts';

const width = z
  .int('Must be a whole number.')
  .min(1, 'Must be at least 1.')
  .max(postingLimits.width, `Must not be more than ${postingLimits.width}.`);
const oneOf = <const V extends readonly string[]>(values: V) =>
  z.enum(values, `Must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}.`);
const trueOrFalse = z.boolean('Must be true or false.');

const datePattern = text({ max: 20, form: 'any' }).refine(
  (value) => /^(?:yyyy|yy|mmm|mm|dd|[ /.-])+$/.test(value),
  'Must be made of yyyy, yy, mmm, mm, dd, spaces, and the characters / . and -.',
);

/** A column holds either a field of the line or a constant. */
const columnFields = {
  title: text({ max: 60 }).default(''),
  field: oneOf(postingFields).optional(),
  constant: text({ max: 200 }).optional(),
  width: width.optional(),
  fit: oneOf(fits).default('reject'),
  align: oneOf(alignments).default('left'),
  pad: oneOf(pads).optional().meta({
    description: 'Fills a cell up to its width; cells of fixed width are always filled.',
  }),
  date: datePattern.default('yyyy-mm-dd'),
  sign: oneOf(signs).default('minus'),
  decimalMark: oneOf(decimalMarks).default('.'),
};

const layoutColumn = z
  .strictObject(columnFields)
  .refine(({ field, constant }) => (field === undefined) !== (constant === undefined), {
    error: 'Must have either a field or a constant.',
    path: ['field'],
  })
  .refine(({ pad, width: cells }) => pad === undefined || cells !== undefined, {
    error: 'A filled column must have a width.',
    path: ['width'],
  })
  .meta({ id: 'PostingColumn' });
export type PostingColumn = z.output<typeof layoutColumn>;

const layoutFields = {
  header: trueOrFalse.default(true),
  delimiter: oneOf(delimiters).nullable().default(',').meta({
    description: 'Null for columns of fixed width.',
  }),
  quote: oneOf(quotes).default('when-needed'),
  lineEnd: oneOf(lineEnds).default('crlf'),
  encoding: oneOf(encodings).default('utf-8'),
  records: z
    .union([z.literal(1), z.literal(2)], 'Must be 1 or 2.')
    .default(1)
    .meta({ description: 'Records for each entry: 2 are its debit and its credit.' }),
  columns: z
    .array(layoutColumn, 'Must be a list of columns.')
    .min(1, 'Add at least one column.')
    .max(postingLimits.columns, `Must not be more than ${postingLimits.columns} columns.`),
};

type Shape = { delimiter: string | null; columns: readonly { width?: number | undefined }[] };
const hasWidths = ({ delimiter, columns }: Shape): boolean =>
  delimiter !== null || columns.every(({ width: cells }) => cells !== undefined);
const withoutWidth = {
  error: 'Each column must have a width where there is no delimiter.',
  path: ['columns'],
};

type Filled = {
  delimiter: string | null;
  records: number;
  columns: readonly Pick<PostingColumn, 'width' | 'pad'>[];
};
/** A line of every entry is as long, whatever it holds. */
const isNotTooWide = ({ delimiter, records, columns }: Filled): boolean => {
  const filled = columns.filter(({ pad }) => delimiter === null || pad !== undefined);
  const sum = filled.reduce((all, { width: cells = 0 }) => all + cells, 0);
  return sum * records <= postingLimits.filledWidth;
};
const tooWide = {
  error:
    `The widths of the filled columns must not add up to more than ${postingLimits.filledWidth} ` +
    'characters for an entry. Make columns narrower, or take some out.',
  path: ['columns'],
};

type Marked = Pick<LayoutForm, 'delimiter' | 'quote' | 'columns'>;
/** Without quotes, the cents of an amount would be another cell. */
function checkDecimalMarks({ value, issues }: z.core.ParsePayload<Marked>): void {
  const { delimiter, quote, columns } = value;
  if (quote !== 'never') return;
  for (const [index, { field, decimalMark }] of columns.entries())
    if (decimalMark === delimiter && amountFields.some((amount) => amount === field))
      issues.push({
        code: 'custom',
        message: 'Must differ from the delimiter where no value is quoted.',
        path: ['columns', index, 'decimalMark'],
        input: decimalMark,
      });
}

/** How a file is written, without its name. */
export const layoutForm = z
  .strictObject(layoutFields)
  .refine(hasWidths, withoutWidth)
  .refine(isNotTooWide, tooWide)
  .check(checkDecimalMarks);
export type LayoutForm = z.output<typeof layoutForm>;

const name = text({ min: 1, max: 60, required: 'Enter a name.' });
export const newLayout = z
  .strictObject({ name, ...layoutFields })
  .refine(hasWidths, withoutWidth)
  .refine(isNotTooWide, tooWide)
  .check(checkDecimalMarks);
export const changedLayout = z
  .strictObject({ name, ...layoutFields, version: z.int('Must be a whole number.').optional() })
  .refine(hasWidths, withoutWidth)
  .refine(isNotTooWide, tooWide)
  .check(checkDecimalMarks);
export type NewLayout = z.output<typeof newLayout>;
export type ChangedLayout = z.output<typeof changedLayout>;
