import { type CallFee, bandOf } from '@recoup/contract/call-fees/endpoints';
import { explainPrice } from '@recoup/contract/call-fees/rules';
import { maxEntryCents, formatRand, toCents } from '@recoup/contract/core/money';
import { entryFields, type NewEntry } from '@recoup/contract/entries/endpoints';
import { priceSentence } from '@recoup/contract/entries/rules';
import { type Draft, numberOf } from './entry-draft.ts';

/** The price before it is saved, and why; null while there is too little to tell. */
export function pricePreview(draft: Draft, callFees: readonly CallFee[]): string | null {
  const isPriced = callFees.length > 0;
  const result = pricedFields.safeParse(priceOf(draft, isPriced));
  if (!result.success || (isPriced ? draft.minutes : draft.amount) === '') return null;
  const { minutes = 0, quantity = 1, amount = 0 } = result.data;
  const cents = centsOf(result.data, callFees);
  if (cents > maxEntryCents) return null;
  if (isPriced) return priceSentence(explainPrice(callFees.map(bandOf), minutes));
  return quantity === 1
    ? `${formatRand(cents)}.`
    : `${formatRand(cents)}: ${quantity} × ${formatRand(toCents(amount))}.`;
}
const pricedFields = entryFields.pick({ minutes: true, quantity: true, amount: true });

/** The fields that set the price: with call fees only the minutes; empty ones are left out. */
export function priceOf(draft: Draft, isPriced: boolean): Record<string, number> {
  const given = (value: string, name: string) => (value === '' ? {} : { [name]: numberOf(value) });
  if (isPriced) return given(draft.minutes, 'minutes');
  return {
    ...given(draft.minutes, 'minutes'),
    ...given(draft.quantity, 'quantity'),
    ...given(draft.amount, 'amount'),
  };
}

export function centsOf(
  body: Pick<NewEntry, 'minutes' | 'quantity' | 'amount'>,
  callFees: readonly CallFee[],
): number {
  if (callFees.length > 0) return explainPrice(callFees.map(bandOf), body.minutes ?? 0).cents;
  return toCents(body.amount ?? 0) * (body.quantity ?? 1);
}
