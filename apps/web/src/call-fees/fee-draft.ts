import {
  type CallFeeBand,
  isThereafter,
  maxTimedRows,
  thereafterTime,
} from '@recoup/contract/call-fees/rules';
import { type FeeError, feeErrors } from '@recoup/contract/call-fees/messages';
import { minutes, rand } from '@recoup/contract/core/fields';
import { toRand } from '@recoup/contract/core/money';

/** A timed row as it is typed; its From is the To of the row before. `key` keeps its inputs apart when rows go. */
export type DraftRow = { key: number; end: string; cost: string };
/** The rows of the call-fee modal as they are typed. An empty thereafter row is none. */
export type FeeDraft = {
  rows: readonly DraftRow[];
  every: string;
  everyCost: string;
  nextKey: number;
};

/** Messages by row and field: `0.end`, `every`. */
export type DraftErrors = Readonly<Record<string, string>>;

/** What the modal begins with: the first row from 0, and a thereafter row that adds nothing yet. */
export const emptyDraft: FeeDraft = {
  rows: [{ key: 0, end: '', cost: '' }],
  every: '',
  everyCost: '',
  nextKey: 1,
};

export function draftOf(bands: readonly CallFeeBand[]): FeeDraft {
  const timed = bands.filter((band) => !isThereafter(band));
  const every = bands.find(isThereafter);
  if (timed.length === 0) return emptyDraft;
  return {
    rows: timed.map(({ endTime, chargeCents }, key) => ({
      key,
      end: String(endTime),
      cost: costText(chargeCents),
    })),
    every: every ? String(every.additionalTime) : '',
    everyCost: every ? costText(every.chargeCents) : '',
    nextKey: timed.length,
  };
}

export function canAddRow(draft: FeeDraft): boolean {
  return draft.rows.length < maxTimedRows;
}

/** The new row is as long as the one before; its cost has to be typed. */
export function addRow(draft: FeeDraft): FeeDraft {
  if (!canAddRow(draft)) return draft;
  const last = draft.rows.length - 1;
  const [start, end] = [startOf(draft, last), wholeNumber(draft.rows[last]?.end ?? '')];
  const next = Number.isInteger(start) && end > start ? String(2 * end - start) : '';
  return {
    ...draft,
    rows: [...draft.rows, { key: draft.nextKey, end: next, cost: '' }],
    nextKey: draft.nextKey + 1,
  };
}

/** Down to one row. */
export function removeRow(draft: FeeDraft, index: number): FeeDraft {
  return draft.rows.length === 1
    ? draft
    : { ...draft, rows: draft.rows.filter((_, each) => each !== index) };
}

export function changeRow(
  draft: FeeDraft,
  index: number,
  change: Partial<Pick<DraftRow, 'end' | 'cost'>>,
): FeeDraft {
  return {
    ...draft,
    rows: draft.rows.map((row, each) => (each === index ? { ...row, ...change } : row)),
  };
}

/** Where a row begins: where the one before ends. NaN while that is no number. */
export function startOf(draft: FeeDraft, index: number): number {
  return index === 0 ? 0 : wholeNumber(draft.rows[index - 1]?.end ?? '');
}

/** The rows as the rule takes them (cents); what is no number becomes NaN, which the rule names. */
export function bandsOf(draft: FeeDraft): CallFeeBand[] {
  const timed = draft.rows.map(({ end, cost }, index) => ({
    startTime: startOf(draft, index),
    endTime: wholeNumber(end),
    additionalTime: 0,
    chargeCents: centsOf(cost),
  }));
  if (draft.every.trim() === '' && draft.everyCost.trim() === '') return timed;
  const every = { additionalTime: wholeNumber(draft.every), chargeCents: centsOf(draft.everyCost) };
  return [...timed, { startTime: thereafterTime, endTime: thereafterTime, ...every }];
}

/** What is wrong, at the inputs that are typed into; a fault of a start is one of the end before, and said there. */
export function validateFeeDraft(draft: FeeDraft): DraftErrors {
  const faults: Record<string, string> = {};
  for (const place of placesOf(draft)) {
    const fault = boundFault(textAt(draft, place), place);
    if (fault !== undefined) faults[place] = fault;
  }
  for (const fault of feeErrors(bandsOf(draft))) {
    const place = placeOf(draft, fault);
    if (place !== undefined) faults[place] ??= emptyText(draft, place) ?? fault.message;
  }
  return faults;
}

/** Rand as people type them: `33`, `1 234.50`, `33,5`, `R 33`. NaN for what is no amount with at most two decimals. */
export function centsOf(text: string): number {
  const plain = text.replace(/[\s\u00A0]/g, '').replace(/^R/i, '');
  const match = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(plain);
  return match === null
    ? Number.NaN
    : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

function costText(cents: number): string {
  const amount = toRand(cents);
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

function placeOf(draft: FeeDraft, { row, field }: FeeError): string | undefined {
  if (row === undefined || field === undefined || field === 'startTime') return undefined;
  if (row >= draft.rows.length) return field === 'charges' ? 'everyCost' : 'every';
  return `${row}.${field === 'charges' ? 'cost' : 'end'}`;
}

function emptyText(draft: FeeDraft, place: string): string | undefined {
  if (textAt(draft, place).trim() !== '') return undefined;
  return isCost(place) ? 'Please enter the cost.' : 'Please enter the minutes.';
}

/** What the server would refuse as too large; what is no number has a message of its own. */
function boundFault(text: string, place: string): string | undefined {
  const number = isCost(place) ? centsOf(text) / 100 : wholeNumber(text);
  if (Number.isNaN(number)) return undefined;
  return (isCost(place) ? rand : minutes).safeParse(number).error?.issues[0]?.message;
}

function placesOf({ rows }: FeeDraft): string[] {
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
