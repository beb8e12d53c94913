import { maxEntryCents } from '@recoup/contract/core/money';
import { entryFields, tooMuch } from '@recoup/contract/entries/endpoints';
import { isEntryDay, oddDay } from '@recoup/contract/entries/entry-days';
import { hasUnclearComma, unclearComma } from '../../ui/lib/amounts.ts';
import { type Draft, type Checked, type FieldErrors } from './entry-draft.ts';
import { today } from '../../platform/browser/local-day.ts';
import { bodyCents, priceFields } from './price-preview.ts';
import { type PriceField, priceFieldFor, type Pricing } from './pricing.ts';

/**
 * Returns the request of a draft with its price in cents, or the errors by field. Unchanged
 * `recorded` values skip newer limits.
 */
export function checkDraft(
  draft: Draft,
  pricing: Pricing,
  { recorded, check }: Bounds = {},
): { checked: Checked } | { errors: FieldErrors } {
  const field = priceFieldFor(pricing);
  const result = entryFields.safeParse(toBody(draft, field));
  const errors = { ...typedErrors(draft, field), ...check?.(draft) };
  for (const { path, message } of result.error?.issues ?? []) errors[path.join('.')] ??= message;
  if (!result.success || Object.keys(errors).length > 0) return { errors };
  const cents = bodyCents(result.data, pricing);
  const beyond = boundErrors(draft, { cents, field, recorded });
  return beyond ?? { checked: { body: { ...result.data, _id: draft._id }, cents } };
}
/** `check` adds errors by field. */
type Bounds = {
  recorded?: Draft | undefined;
  check?: ((draft: Draft) => FieldErrors) | undefined;
};
type Bounded = { cents: number; field: PriceField; recorded: Draft | undefined };

function boundErrors(
  draft: Draft,
  { cents, field, recorded }: Bounded,
): { errors: FieldErrors } | undefined {
  if (draft.date !== recorded?.date && !isEntryDay(draft.date, today()))
    return { errors: { date: oddDay } };
  const isSamePrice = (['minutes', 'quantity', 'amount', 'disbursementType'] as const).every(
    (name) => draft[name] === recorded?.[name],
  );
  return cents > maxEntryCents && !isSamePrice ? { errors: { [field]: tooMuch } } : undefined;
}

function toBody(draft: Draft, field: PriceField): Record<string, unknown> {
  return {
    _id: draft._id,
    ...(draft.attorney !== undefined && { attorney: draft.attorney }),
    matter: draft.matter?._id,
    disbursementType: draft.disbursementType,
    date: draft.date,
    ...priceFields(draft, field),
    ...(draft.startedAt !== undefined && { startedAt: draft.startedAt }),
    ...(draft.seconds !== undefined && { seconds: draft.seconds }),
    ...(draft.otherParty !== undefined && { otherParty: draft.otherParty }),
    ...(draft.narration.trim() !== '' && { narration: draft.narration }),
    ...(draft.voucher !== undefined && draft.voucher.trim() !== '' && { voucher: draft.voucher }),
  };
}

function typedErrors(draft: Draft, field: PriceField): Record<string, string> {
  return {
    ...(draft.matter === null && { matter: 'Please choose the matter.' }),
    ...(field === 'minutes' &&
      draft.minutes === '' && { minutes: 'Enter the minutes; they set the price.' }),
    ...(field === 'amount' && draft.amount === '' && { amount: 'Please enter the amount.' }),
    ...(field === 'amount' && hasUnclearComma(draft.amount) && { amount: unclearComma }),
  };
}
