import { z } from 'zod';
import { normalizePhoneNumber } from './cell-numbers.ts';
import { texts } from './texts.ts';

/** A cell in the stored form; `cellError` says whether it is one. */
const requiredCell = z
  .string(texts.cellRequired)
  .refine((value) => value.trim().length > 0, { error: texts.cellRequired, abort: true })
  .transform(normalizePhoneNumber);

/** A cell, or empty for a user who may have none; the server knows the user. */
export const changedCell = z
  .string(texts.cellRequired)
  .refine((value) => value === '' || value.trim().length > 0, {
    error: texts.cellRequired,
    abort: true,
  })
  .transform(normalizePhoneNumber);

/** The error of a normalised cell, which must have ten digits. */
export function cellError(value: string): keyof typeof cellTexts.attorney | undefined {
  if (value.length > 10) return 'tooLong';
  return /^\d{10}$/.test(value) ? undefined : 'tooShort';
}

/** The specification's texts differ between the form of an attorney and all others (section 5). */
const cellTexts = {
  attorney: { tooShort: texts.attorneyCellTooShort, tooLong: texts.attorneyCellTooLong },
  other: { tooShort: texts.cellTooShort, tooLong: texts.cellTooLong },
} as const;

/** The message for a body whose cell is wrong. */
export function cellMessage(body: unknown, form: keyof typeof cellTexts): string {
  const cell = typeof body === 'object' && body !== null && 'cell' in body ? String(body.cell) : '';
  return cellTexts[form][cellError(cell) ?? 'tooShort'];
}

export const cell = cellField(cellTexts.other);
export const attorneyCell = cellField(cellTexts.attorney);

function cellField(messages: Readonly<Record<keyof typeof cellTexts.attorney, string>>) {
  return requiredCell
    .refine((value) => cellError(value) === undefined, {
      error: ({ input }) => messages[cellError(String(input)) ?? 'tooShort'],
    })
    .meta({
      description: 'Ten digits with the leading 0; blanks, dashes, brackets and +27 are taken too.',
      examples: ['0825550101'],
    });
}
