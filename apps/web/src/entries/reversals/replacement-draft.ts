import { newId } from '@recoup/contract/core/ids';
import type { PricedEntry } from '@recoup/contract/entries/endpoints';
import { today } from '../../platform/browser/local-day.ts';
import { formatLongDate } from '../../ui/lib/format.ts';
import type { ReplacementDays } from '../form/entry-dialog-props.ts';
import { type Draft, entryDraftFrom } from '../form/entry-draft.ts';
import type { TypesOn } from '../form/pricing.ts';
import { type DatedType, typeOn } from '../price/day-fees.ts';

/** A draft of today, or of a coming day; it happened when the reversed entry did. */
export function replacementDraft(entry: PricedEntry): Draft {
  const { date, happenedOn = date } = entry;
  const day = date > today() ? date : today();
  return { ...entryDraftFrom(entry), _id: newId(), date: day, happenedOn };
}

/** The days that a replacement may have. Errors are worded as the server words them. */
export function replacementDays(first: string, last: string): ReplacementDays {
  const days =
    first === last
      ? `Must be ${formatLongDate(first)}, the day of the reversed entry.`
      : `Choose a day from ${formatLongDate(first)}, that of the reversed entry, up to today.`;
  const check = ({ date, happenedOn = '' }: Draft) => {
    const isOutside = date !== '' && (date < first || date > last);
    const isAfter = date !== '' && !isOutside && happenedOn > date;
    return {
      ...(isOutside && { date: days }),
      ...(happenedOn === '' && { happenedOn: 'Enter the day on which it happened.' }),
      ...(isAfter && { happenedOn: `Must not be after ${formatLongDate(date)}.` }),
    };
  };
  return { first, last, check };
}

/** The types that a replacement offers, with the prices of a late entry that is recorded now. */
export function typesOfReplacement(
  entry: Pick<PricedEntry, 'disbursementType' | 'callFeeSchedules'>,
  types: readonly DatedType[],
): TypesOn {
  const { _id, name: title } = entry.disbursementType;
  const others = types.filter((type) => type._id !== _id);
  const unitPrices = types.find((type) => type._id === _id)?.unitPrices ?? [];
  const own = { _id, title, unitPrices, schedules: entry.callFeeSchedules };
  return (day) => [own, ...others].map((type) => typeOn(type, day));
}
