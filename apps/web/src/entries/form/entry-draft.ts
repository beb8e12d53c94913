import { type CallFee, bandOf } from '@recoup/contract/call-fees/endpoints';
import { explainPrice } from '@recoup/contract/call-fees/rules';
import {
  type Entry,
  entryFields,
  isEntryDay,
  type NewEntry,
  oddDay,
  tooMuch,
} from '@recoup/contract/entries/endpoints';
import { priceSentence } from '@recoup/contract/entries/rules';
import { newId } from '@recoup/contract/core/ids';
import { formatRand, maxEntryCents, toCents } from '@recoup/contract/core/money';
import { z } from 'zod';

export const matterChoice = z
  .object({ _id: z.string(), number: z.string(), name: z.string(), client: z.string().nullable() })
  .readonly();
export type MatterChoice = z.infer<typeof matterChoice>;

/** What the form holds while one types. */
export type Draft = {
  _id: string;
  matter: MatterChoice | null;
  disbursementType: string;
  date: string;
  minutes: string;
  quantity: string;
  amount: string;
  narration: string;
};
export type Checked = { body: NewEntry & { _id: string }; cents: number };
export type FieldErrors = Readonly<Record<string, string>>;

export function emptyDraft(
  given: Partial<Draft> & Pick<Draft, 'disbursementType' | 'date'>,
): Draft {
  return {
    _id: newId(),
    matter: null,
    minutes: '',
    quantity: '',
    amount: '',
    narration: '',
    ...given,
  };
}

/** A recorded entry as the form holds it: the amount is that of one item. */
export function draftOf(entry: Entry): Draft {
  const { _id, matter, disbursementType, date, minutes, quantity, amount, narration } = entry;
  const each = Math.round((amount * 100) / (quantity ?? 1)) / 100;
  return {
    _id,
    matter,
    disbursementType: disbursementType._id,
    date,
    minutes: minutes === null ? '' : String(minutes),
    quantity: quantity === null ? '' : String(quantity),
    amount: each.toFixed(2),
    narration: narration ?? '',
  };
}

/** An entry that was not sent yet, as the form holds it. */
export function draftOfBody(body: NewEntry & { _id: string }, matter: MatterChoice): Draft {
  const { _id, disbursementType, date, minutes, quantity, amount, narration = '' } = body;
  const text = (value: number | undefined) => (value === undefined ? '' : String(value));
  return {
    _id,
    matter,
    disbursementType,
    date,
    minutes: text(minutes),
    quantity: text(quantity),
    amount: text(amount),
    narration,
  };
}

/**
 * The request that the draft stands for, with its price in cents; or what is wrong with it, by field. `callFees` are the attorney's
 * rows for the type: with some the minutes make the price, without any the amount does. What stays as it was `recorded` is not checked
 * against bounds that may have come later.
 */
export function checkDraft(
  draft: Draft,
  callFees: readonly CallFee[],
  recorded?: Draft,
): { checked: Checked } | { faults: FieldErrors } {
  const result = entryFields.safeParse(bodyOf(draft, callFees.length > 0));
  const faults = missingOf(draft, callFees.length > 0);
  for (const { path, message } of result.error?.issues ?? []) faults[path.join('.')] ??= message;
  if (!result.success || Object.keys(faults).length > 0) return { faults };
  const cents = centsOf(result.data, callFees);
  const beyond = boundFaults(draft, { cents, isPriced: callFees.length > 0, recorded });
  return beyond ?? { checked: { body: { ...result.data, _id: draft._id }, cents } };
}

type Bounded = { cents: number; isPriced: boolean; recorded: Draft | undefined };

function boundFaults(
  draft: Draft,
  { cents, isPriced, recorded }: Bounded,
): { faults: FieldErrors } | undefined {
  if (draft.date !== recorded?.date && !isEntryDay(draft.date, today()))
    return { faults: { date: oddDay } };
  const isSamePrice = (['minutes', 'quantity', 'amount', 'disbursementType'] as const).every(
    (name) => draft[name] === recorded?.[name],
  );
  return cents > maxEntryCents && !isSamePrice
    ? { faults: { [isPriced ? 'minutes' : 'amount']: tooMuch } }
    : undefined;
}

/** The price before it is saved, and why; null while there is too little to tell. */
export function pricePreview(draft: Draft, callFees: readonly CallFee[]): string | null {
  const isPriced = callFees.length > 0;
  const result = pricedFields.safeParse(priceOf(draft, isPriced));
  if (!result.success || (isPriced ? draft.minutes : draft.amount) === '') return null;
  const { minutes = 0, quantity = 1, amount = 0 } = result.data;
  const cents = centsOf(result.data, callFees);
  if (cents > maxEntryCents) return null;
  if (isPriced) return priceSentence(explainPrice(callFees.map(bandOf), minutes), minutes);
  return quantity === 1
    ? `${formatRand(cents)}.`
    : `${formatRand(cents)}: ${quantity} × ${formatRand(toCents(amount))}.`;
}

const pricedFields = entryFields.pick({ minutes: true, quantity: true, amount: true });

/** What makes the price: an empty field is not sent, and where fee rows make the price, nothing but the minutes is. */
function priceOf(draft: Draft, isPriced: boolean): Record<string, number> {
  const given = (value: string, name: string) => (value === '' ? {} : { [name]: numberOf(value) });
  if (isPriced) return given(draft.minutes, 'minutes');
  return {
    ...given(draft.minutes, 'minutes'),
    ...given(draft.quantity, 'quantity'),
    ...given(draft.amount, 'amount'),
  };
}

function bodyOf(draft: Draft, isPriced: boolean): Record<string, unknown> {
  return {
    _id: draft._id,
    matter: draft.matter?._id,
    disbursementType: draft.disbursementType,
    date: draft.date,
    ...priceOf(draft, isPriced),
    ...(draft.narration.trim() !== '' && { narration: draft.narration }),
  };
}

function missingOf(draft: Draft, isPriced: boolean): Record<string, string> {
  return {
    ...(draft.matter === null && { matter: 'Please choose the matter.' }),
    ...(isPriced &&
      draft.minutes === '' && { minutes: 'Please enter the minutes: they make the price.' }),
    ...(!isPriced && draft.amount === '' && { amount: 'Please enter the amount.' }),
  };
}

/** As people type amounts: `R 1 234,50`. NaN for what is no number. */
export function numberOf(text: string): number {
  const plain = text.replace(/[\sR\u00A0]/g, '').replace(',', '.');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** South Africa is two hours ahead of UTC all year. */
const southAfricaMs = 2 * 3_600_000;

/** The day in South Africa, `YYYY-MM-DD`, whatever the zone of the device: months are closed by it. */
export function localDay(at: Date): string {
  return new Date(at.getTime() + southAfricaMs).toISOString().slice(0, 10);
}

/** `localDay` of now, or of so many days before. */
export function today(daysBefore = 0): string {
  return localDay(new Date(Date.now() - daysBefore * 86_400_000));
}

function centsOf(
  body: Pick<NewEntry, 'minutes' | 'quantity' | 'amount'>,
  callFees: readonly CallFee[],
): number {
  if (callFees.length > 0) return explainPrice(callFees.map(bandOf), body.minutes ?? 0).cents;
  return toCents(body.amount ?? 0) * (body.quantity ?? 1);
}
