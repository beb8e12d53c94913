import { type Entry, type NewEntry, type PricedEntry } from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { toCents, toCentsTotal, toRandTotal } from '@recoup/contract/core/money';
import type { UsedCap } from '@recoup/contract/matters/caps';
import { withDecimalPoint } from '../../ui/lib/amounts.ts';
import type { MatterChoice } from './matter-choice.ts';

/** The values of the form while the user types. */
export type Draft = {
  _id: string;
  /** For whom it is recorded; absent for the user. */
  attorney?: string | undefined;
  matter: MatterChoice | null;
  /** Typed in the field of the matter, but no matter yet. */
  matterText?: string | undefined;
  disbursementType: string;
  date: string;
  /** The day of the call or disbursement, of a replacement. */
  happenedOn?: string | undefined;
  minutes: string;
  quantity: string;
  amount: string;
  narration: string;
  /** Absent in drafts of earlier versions. */
  voucher?: string | undefined;
  /** When a timed call began. */
  startedAt?: string | undefined;
  /** The length that the timer measured, and the number that was dialled. */
  seconds?: number | undefined;
  otherParty?: string | undefined;
};
export type Checked = { body: NewEntry & { _id: string }; cents: number };
export type FieldErrors = Readonly<Record<string, string>>;

export function emptyDraft(
  values: Partial<Draft> & Pick<Draft, 'disbursementType' | 'date'>,
): Draft {
  return {
    _id: newId(),
    matter: null,
    minutes: '',
    quantity: '',
    amount: '',
    narration: '',
    voucher: '',
    ...values,
  };
}

/** A recorded entry as the form holds it: the amount is that of one item. */
export function entryDraftFrom(entry: Entry & Partial<Pick<PricedEntry, 'matterCap'>>): Draft {
  const { _id, disbursementType, date, minutes, quantity, amount, narration, voucher } = entry;
  const each = Math.round((amount * 100) / (quantity ?? 1)) / 100;
  return {
    _id,
    matter: { ...entry.matter, ...(entry.matterCap && capWithout(entry.matterCap, amount)) },
    disbursementType: disbursementType._id,
    date,
    ...(entry.happenedOn !== undefined && { happenedOn: entry.happenedOn }),
    minutes: minutes === null ? '' : String(minutes),
    quantity: quantity === null ? '' : String(quantity),
    amount: each.toFixed(2),
    narration: narration ?? '',
    voucher: voucher ?? '',
  };
}

/** The day whose prices count: nothing happens after the day of its entry. */
export function priceDay({ date, happenedOn = '' }: Pick<Draft, 'date' | 'happenedOn'>): string {
  return happenedOn !== '' && happenedOn < date ? happenedOn : date;
}

function capWithout({ cap, recorded }: UsedCap, amount: number): UsedCap {
  return { cap, recorded: toRandTotal(toCentsTotal(recorded) - BigInt(toCents(amount))) };
}

/** An entry that was not sent yet, as the form holds it. */
export function draftOfBody(body: NewEntry & { _id: string }, matter: MatterChoice): Draft {
  const { _id, attorney, disbursementType, date, minutes, quantity, amount } = body;
  const { narration = '', voucher = '', startedAt, seconds, otherParty } = body;
  const text = (value: number | undefined) => (value === undefined ? '' : String(value));
  return {
    _id,
    ...(attorney !== undefined && { attorney }),
    matter,
    disbursementType,
    date,
    minutes: text(minutes),
    quantity: text(quantity),
    amount: text(amount),
    narration,
    voucher,
    startedAt,
    seconds,
    otherParty,
  };
}

/** As people type amounts: `R 1 234,50`. NaN for what is no number. */
export function parseNumber(text: string): number {
  const plain = withDecimalPoint(text);
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
