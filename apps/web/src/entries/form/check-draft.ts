import type { CallFee } from '@recoup/contract/call-fees/endpoints';
import { maxEntryCents } from '@recoup/contract/core/money';
import { entryFields, isEntryDay, oddDay, tooMuch } from '@recoup/contract/entries/endpoints';
import { hasUnclearComma, unclearComma } from '../../ui/lib/amounts.ts';
import { type Draft, type Checked, type FieldErrors } from './entry-draft.ts';
import { today } from '../../platform/browser/local-day.ts';
import { centsOf, priceOf } from './price-preview.ts';

/**
 * Returns the request of a draft with its price in cents, or the errors by field. With `callFees`
 * the minutes set the price, otherwise the amount. Unchanged `recorded` values skip newer limits.
 */
export function checkDraft(
  draft: Draft,
  callFees: readonly CallFee[],
  recorded?: Draft,
): { checked: Checked } | { errors: FieldErrors } {
  const result = entryFields.safeParse(bodyOf(draft, callFees.length > 0));
  const errors = typedErrors(draft, callFees.length > 0);
  for (const { path, message } of result.error?.issues ?? []) errors[path.join('.')] ??= message;
  if (!result.success || Object.keys(errors).length > 0) return { errors };
  const cents = centsOf(result.data, callFees);
  const beyond = boundErrors(draft, { cents, isPriced: callFees.length > 0, recorded });
  return beyond ?? { checked: { body: { ...result.data, _id: draft._id }, cents } };
}
type Bounded = { cents: number; isPriced: boolean; recorded: Draft | undefined };

function boundErrors(
  draft: Draft,
  { cents, isPriced, recorded }: Bounded,
): { errors: FieldErrors } | undefined {
  if (draft.date !== recorded?.date && !isEntryDay(draft.date, today()))
    return { errors: { date: oddDay } };
  const isSamePrice = (['minutes', 'quantity', 'amount', 'disbursementType'] as const).every(
    (name) => draft[name] === recorded?.[name],
  );
  return cents > maxEntryCents && !isSamePrice
    ? { errors: { [isPriced ? 'minutes' : 'amount']: tooMuch } }
    : undefined;
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

function typedErrors(draft: Draft, isPriced: boolean): Record<string, string> {
  return {
    ...(draft.matter === null && { matter: 'Please choose the matter.' }),
    ...(isPriced && draft.minutes === '' && { minutes: 'Enter the minutes; they set the price.' }),
    ...(!isPriced && draft.amount === '' && { amount: 'Please enter the amount.' }),
    ...(!isPriced && hasUnclearComma(draft.amount) && { amount: unclearComma }),
  };
}
