import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import { explainPrice } from '@recoup/contract/call-fees/rules';
import { maxEntryCents, formatRand, toCents } from '@recoup/contract/core/money';
import { entryFields, type NewEntry } from '@recoup/contract/entries/endpoints';
import { priceSentence } from '@recoup/contract/entries/rules';
import { type Draft, parseNumber } from './entry-draft.ts';
import { type PriceField, priceFieldFor, type Pricing } from './pricing.ts';

/** The price before it is saved, and why; null while there is too little to tell. */
export function pricePreview(draft: Draft, pricing: Pricing): string | null {
  const priced = pricedDraft(draft, pricing);
  if (priced === null) return null;
  const { field, cents, minutes = 0, quantity = 1, amount = 0 } = priced;
  if (field === 'minutes')
    return priceSentence(explainPrice(pricing.callFees.map(toCallFeeBand), minutes));
  const each = formatRand(pricing.unitCents ?? toCents(amount));
  return quantity === 1 && field === 'amount'
    ? `${formatRand(cents)}.`
    : `${formatRand(cents)}: ${quantity} × ${each}.`;
}

/** The price in cents; null while there is too little to tell. */
export function draftCents(draft: Draft, pricing: Pricing): number | null {
  return pricedDraft(draft, pricing)?.cents ?? null;
}

function pricedDraft(draft: Draft, pricing: Pricing) {
  const field = priceFieldFor(pricing);
  const result = pricedFields.safeParse(priceFields(draft, field));
  // An empty quantity is one item.
  if (!result.success || (field !== 'quantity' && draft[field] === '')) return null;
  const cents = bodyCents(result.data, pricing);
  return cents > maxEntryCents ? null : { ...result.data, field, cents };
}
const pricedFields = entryFields.pick({ minutes: true, quantity: true, amount: true });

/** The fields of the request; with call fees only the minutes, and empty ones are left out. */
export function priceFields(draft: Draft, field: PriceField): Record<string, number> {
  const given = (name: PriceField) =>
    draft[name] === '' ? {} : { [name]: parseNumber(draft[name]) };
  if (field === 'minutes') return given('minutes');
  return { ...given('minutes'), ...given('quantity'), ...(field === 'amount' && given('amount')) };
}

export function bodyCents(
  body: Pick<NewEntry, 'minutes' | 'quantity' | 'amount'>,
  { callFees, unitCents }: Pricing,
): number {
  if (callFees.length > 0)
    return explainPrice(callFees.map(toCallFeeBand), body.minutes ?? 0).cents;
  return (unitCents ?? toCents(body.amount ?? 0)) * (body.quantity ?? 1);
}
