import { feeErrors, type FeeError } from '@recoup/contract/call-fees/messages';
import { rand, minutes } from '@recoup/contract/core/fields';
import { hasUnclearComma, unclearComma } from '../ui/lib/amounts.ts';
import { type FeeDraft, toBands, parseCents, wholeNumber } from './fee-draft.ts';

/** Messages by row and field: `0.end`, `every`. */
export type DraftErrors = Readonly<Record<string, string>>;

/** Messages by input. A wrong start is reported at the previous end. */
export function validateFeeDraft(draft: FeeDraft): DraftErrors {
  const errors: Record<string, string> = {};
  for (const place of inputPlaces(draft)) {
    const error = boundError(textAt(draft, place), place);
    if (error !== undefined) errors[place] = error;
  }
  for (const error of feeErrors(toBands(draft))) {
    const place = placeForError(draft, error);
    if (place !== undefined) errors[place] ??= emptyText(draft, place) ?? error.message;
  }
  return errors;
}

function placeForError(draft: FeeDraft, { row, field }: FeeError): string | undefined {
  if (row === undefined || field === undefined || field === 'startTime') return undefined;
  if (row >= draft.rows.length) return field === 'charges' ? 'everyCost' : 'every';
  return `${row}.${field === 'charges' ? 'cost' : 'end'}`;
}

function emptyText(draft: FeeDraft, place: string): string | undefined {
  if (textAt(draft, place).trim() !== '') return undefined;
  return isCost(place) ? 'Please enter the cost.' : 'Please enter the minutes.';
}

/** Rejects an unclear comma or a value out of bounds. `feeErrors` reports what is no number. */
function boundError(text: string, place: string): string | undefined {
  const number = isCost(place) ? parseCents(text) / 100 : wholeNumber(text);
  if (isCost(place) && hasUnclearComma(text)) return unclearComma;
  if (Number.isNaN(number)) return undefined;
  return (isCost(place) ? rand : minutes).safeParse(number).error?.issues[0]?.message;
}

function inputPlaces({ rows }: FeeDraft): string[] {
  return [...rows.flatMap((_, row) => [`${row}.end`, `${row}.cost`]), 'every', 'everyCost'];
}

function textAt(draft: FeeDraft, place: string): string {
  const [row, field] = place.split('.');
  if (field === undefined) return draft[place === 'every' ? 'every' : 'everyCost'];
  return draft.rows[Number(row)]?.[field === 'end' ? 'end' : 'cost'] ?? '';
}

function isCost(place: string): boolean {
  return place.endsWith('ost');
}
