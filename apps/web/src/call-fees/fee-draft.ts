import {
  type CallFeeBand,
  isThereafter,
  maxTimedRows,
  thereafterTime,
} from '@recoup/contract/call-fees/rules';
import { toRand } from '@recoup/contract/core/money';
import { withDecimalPoint } from '../ui/lib/amounts.ts';

/** A timed row as typed; From is the previous To. `key` identifies it in React. */
type DraftRow = { key: number; end: string; cost: string };

/** The rows of the call-fee modal as they are typed. An empty thereafter row is none. */
export type FeeDraft = {
  rows: readonly DraftRow[];
  every: string;
  everyCost: string;
  nextKey: number;
};

/** The empty modal: a first row from 0, and a thereafter row that adds nothing yet. */
export const emptyDraft: FeeDraft = {
  rows: [{ key: 0, end: '', cost: '' }],
  every: '',
  everyCost: '',
  nextKey: 1,
};

export function feeDraftFrom(bands: readonly CallFeeBand[]): FeeDraft {
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
  const [start, end] = [rowStart(draft, last), wholeNumber(draft.rows[last]?.end ?? '')];
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

/** The start of a row, which is the end of the row before; NaN while that is no number. */
export function rowStart(draft: FeeDraft, index: number): number {
  return index === 0 ? 0 : wholeNumber(draft.rows[index - 1]?.end ?? '');
}

/** The rows as the rule takes them (cents); what is no number becomes NaN, which the rule names. */
export function toBands(draft: FeeDraft): CallFeeBand[] {
  const timed = draft.rows.map(({ end, cost }, index) => ({
    startTime: rowStart(draft, index),
    endTime: wholeNumber(end),
    additionalTime: 0,
    chargeCents: parseCents(cost),
  }));
  if (draft.every.trim() === '' && draft.everyCost.trim() === '') return timed;
  const every = {
    additionalTime: wholeNumber(draft.every),
    chargeCents: parseCents(draft.everyCost),
  };
  return [...timed, { startTime: thereafterTime, endTime: thereafterTime, ...every }];
}

/** Parses `33`, `1 234.50`, `1,234.50`, `33,5` or `R 33`. NaN otherwise. */
export function parseCents(text: string): number {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(withDecimalPoint(text));
  return match === null
    ? Number.NaN
    : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

function costText(cents: number): string {
  const amount = toRand(cents);
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}

export function wholeNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}
