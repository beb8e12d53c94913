import { z } from 'zod';
import { largestRand, maxEntryCents } from './money.ts';
import { isWritable, withoutUnwritable } from './unwritable.ts';

/**
 * Marks without a glyph: soft hyphen, zero width, text direction, BOM, fillers, tags. They come
 * along with pasted text, reverse it, or make two equal names of one. They are removed and not
 * rejected, because a user cannot see them.
 */
const invisible =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
const fillersAndTags = /[\u115F\u1160\u2800\u3164\uFFA0\u{E0000}-\u{E007F}]|\u034F|\u17B4|\u17B5/gu;
/** After Latin letters and spaces; other scripts and pictures need them. */
const variationSelectors = /(?<=^|[\p{Script=Latin}\p{Zs}])[\uFE00-\uFE0F]/gu;
/** Joiners shape letters of some scripts and pictures; elsewhere they are invisible. */
const strayJoiners =
  /\p{Join_C}(?:(?<![\u0600-\u1FFF\u2190-\u{10FFFF}].)|(?![\u0600-\u1FFF\u2190-\u{10FFFF}]))/gu;
const lineEnds = /[\t\n\r\u2028\u2029]/;

/** Joiners stay. */
export function withoutMarks(value: string): string {
  // Selectors first, because they depend on the character before them.
  return value.replace(variationSelectors, '').replace(invisible, '').replace(fillersAndTags, '');
}

function withoutInvisible(value: string): string {
  return withoutMarks(value).replace(strayJoiners, '');
}

/** Whether it has a letter, digit or sign, and not only spaces and marks. */
function isVisible(value: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(value);
}

export function isOneLine(value: string): boolean {
  return isWritable(value) && !lineEnds.test(value);
}

export const notStorable = 'Contains characters that cannot be stored.';

type TextOptions = {
  min?: number;
  max: number;
  required?: string;
  tooShort?: string;
  tooLong?: string;
  form?: keyof typeof forms;
};

/**
 * A name or title has one line. A narration or reason has `lines`: no control character but line
 * ends and tabs. Neither has invisible marks. `any` text is compared with a file or searched for.
 */
const forms = {
  line: { clean: withoutInvisible, isGood: isOneLine, isFilled: isVisible },
  lines: {
    clean: (value: string) => withoutUnwritable(withoutInvisible(value)),
    isGood: () => true,
    isFilled: isVisible,
  },
  any: {
    clean: (value: string) => value,
    isGood: () => true,
    isFilled: (value: string) => value.length > 0,
  },
} as const;

/**
 * Text as PostgreSQL and a JSON reader can keep it: trimmed, in Unicode's form NFC (so that equal
 * texts are equal), no NUL, no lone surrogate. Every text field of the contract is made by this;
 * `tooShort` also serves as "is required".
 */
export function text(options: TextOptions) {
  const { min = 0, max } = options;
  const { clean, isGood, isFilled } = forms[options.form ?? 'line'];
  const required = options.required ?? 'This field is required.';
  const tooShort = options.tooShort ?? `Must be at least ${min} characters long.`;
  const tooLong = options.tooLong ?? `Must not be more than ${max} characters long.`;
  return (
    z
      .string({ error: (issue) => (issue.input === undefined ? required : 'Must be text.') })
      // Blanks and invisible marks are removed below, which takes long for text of megabytes.
      .refine(({ length }) => length <= 10 * max + 1_000, { error: tooLong, abort: true })
      .refine(isStorable, { error: notStorable, abort: true })
      .overwrite((value) => clean(value).normalize('NFC').trim())
      .refine(isGood, { error: 'Must be one line without control characters.', abort: true })
      .refine((value) => min === 0 || isFilled(value), { error: required, abort: true })
      .refine((value) => codePoints(value) >= min, { error: tooShort, abort: true })
      .refine((value) => codePoints(value) <= max, { error: tooLong, abort: true })
      .meta({ ...(min > 0 && { minLength: min }), maxLength: max })
  );
}

/**
 * A secret is never trimmed or shown; only its length is bounded, so that hashing it stays cheap.
 */
export function secret(options: { max: number; required: string }) {
  return z
    .string({ error: options.required })
    .min(1, { error: options.required, abort: true })
    .max(options.max, {
      error: `Must not be more than ${options.max} characters long.`,
      abort: true,
    })
    .refine(isStorable, notStorable);
}

export const id = z.uuid('Not a valid id.').transform((value) => value.toLowerCase());

const notAHash = 'Must be a SHA-256 in hex.';
export const sha256 = z
  .string(notAHash)
  .regex(/^[0-9a-fA-F]{64}$/, notAHash)
  .toLowerCase();

/** A larger OFFSET would cost PostgreSQL time. */
export const page = wholeNumber({ max: 1_000_000, message: 'Must be a whole number from 1.' });
export const itemsPerPage = wholeNumber({
  max: 100,
  message: 'Must be a whole number from 1 to 100.',
});
export const search = text({ max: 200, form: 'any' }).optional();
export const sortOrder = z
  .enum(['1', '-1'], 'Must be 1 or -1.')
  .transform((value) => (value === '1' ? 'asc' : 'desc'))
  .meta({ type: 'integer', enum: [1, -1] });

export const notADate = 'Must be a date as YYYY-MM-DD.';
/** `YYYY-MM-DD`, a day that exists; PostgreSQL has no year 0. */
export const isoDate = z.iso.date(notADate).refine((value) => !value.startsWith('0000'), notADate);

const notAMonth = 'Must be a month as YYYY-MM, from 2000-01.';
export const month = z
  .string(notAMonth)
  .regex(/^2\d{3}-(?:0[1-9]|1[0-2])$/, notAMonth)
  .meta({ examples: ['2026-11'] });

/**
 * Rand on the wire: at most two decimals, nothing below zero, within what a 64-bit number of cents
 * can hold.
 */
export const rand = z
  .number('Must be an amount in Rand.')
  .min(0, 'Must not be below R 0.00.')
  .max(maxEntryCents / 100, 'Must not be more than R 100 000 000.00.')
  .refine(hasCents, 'Must have at most two decimals.');

/**
 * A sum of amounts: a number, as amounts are, and beyond R 20 000 000 000 000 its decimal text
 * (docs/decisions/0036).
 */
export const randTotal = z
  .union(
    [
      z.number('Must be an amount in Rand.').refine(hasCents, 'Must have at most two decimals.'),
      z.string().regex(/^-?\d+\.\d\d$/, 'As text it must have two decimals.'),
    ],
    'Must be an amount in Rand.',
  )
  .meta({
    id: 'RandTotal',
    description:
      'Rand; ' +
      'beyond R 20 000 000 000 000 as text with two decimals, because a number would lose cents',
  });

/** Whether an amount in Rand has at most two decimals. */
export function hasCents(total: number): boolean {
  return Math.abs(total) <= largestRand && Math.round(total * 100) / 100 === total;
}

/** The most minutes and the largest quantity of an entry. */
export const maxMinutes = 100_000;
export const maxQuantity = 100_000;

export const minutes = wholeUpTo(maxMinutes, {
  notWhole: 'Must be a whole number of minutes.',
  tooMany: 'Must not be more than 100 000 minutes.',
}).min(0, 'Must not be below 0.');

/** A number beyond the safe integers is whole, and too large. */
export function wholeUpTo(
  max: number,
  { notWhole, tooMany }: { notWhole: string; tooMany: string },
) {
  return z
    .number(notWhole)
    .int({ error: ({ code }) => (code === 'too_big' ? tooMany : notWhole) })
    .max(max, tooMany);
}

/** A number in an address, in plain digits: 1e1, 01 and +1 are no page. */
function wholeNumber({ max, message }: { max: number; message: string }) {
  return z
    .union([z.string(message).regex(/^[1-9]\d{0,6}$/, message), z.int(message)], message)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, message)
    .meta({ type: 'integer', minimum: 1, maximum: max, anyOf: undefined });
}

type Period = { from?: string | undefined; to?: string | undefined };
/** Whether a period does not end before it begins; for `refine` with `backwards`. */
export function isPeriod({ from, to }: Period): boolean {
  return from === undefined || to === undefined || from <= to;
}
export const backwards = { error: 'The period ends before it begins.', path: ['to'] };

/** Answers of every list (product.md: unpaged lists too). */
export function listReply<S extends z.ZodType>(item: S) {
  return z.object({ data: z.array(item), count: z.int().min(0) });
}

/** The answer that holds one thing. */
export function dataReply<S extends z.ZodType>(item: S) {
  return z.object({ data: item });
}

/** U+FFFD stands for letters that were lost on the way. */
export function isStorable(value: string): boolean {
  return (
    !value.includes('\u0000') &&
    !value.includes('\uFFFD') &&
    !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value)
  );
}

function codePoints(value: string): number {
  return [...value].length;
}

type WithoutDefaults<Fields extends z.ZodRawShape> = {
  [Name in keyof Fields]: Fields[Name] extends z.ZodDefault<infer Schema>
    ? z.ZodOptional<Schema>
    : Fields[Name];
};

/** The fields of a change: a field with a default may be absent, and then stays as it is. */
export function withoutDefaults<Fields extends z.ZodRawShape>(fields: Fields) {
  const changed = Object.entries(fields).map(([name, field]) => [
    name,
    field instanceof z.ZodDefault ? z.optional(field.unwrap()) : field,
  ]);
  // `fromEntries` forgets which name has which schema.
  return Object.fromEntries(changed) as WithoutDefaults<Fields>;
}
