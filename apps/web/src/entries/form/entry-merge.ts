import {
  type Difference,
  listDifferences,
  keepTyped,
  type ThreeWay,
} from '../../platform/edit-conflict/three-way.ts';
import { formatDate } from '../../ui/lib/format.ts';
import type { Draft } from './entry-draft.ts';
import { type PricedType, type PriceField, priceFieldFor, pricingOn } from './pricing.ts';

type Type = PricedType<unknown> & { _id: string; title: string };
type Sides = ThreeWay<Draft>;

/** Keeps typed fields; others are theirs. Hidden minutes are not sent. */
export function mergeDrafts(sides: Sides, types: readonly Type[]): Draft {
  const merged = keepTyped(sides, (value) => (typeof value === 'object' ? value?._id : value));
  return unusedFields(sides, types).includes('minutes')
    ? { ...merged, minutes: sides.theirs.minutes }
    : merged;
}

/** Names typed fields that the new type does not use. */
export function unusedSentence(sides: Sides, types: readonly Type[]): string | undefined {
  const unused = unusedFields(sides, types);
  const type = types.find(({ _id }) => _id === sides.theirs.disbursementType);
  if (unused.length === 0 || !type) return undefined;
  const price = priceTexts[fieldOn(type, sides.theirs)];
  const are = unused.length > 1 || unused.includes('minutes') ? 'are' : 'is';
  const fields = unused.join(' and the ');
  return `${type.title} ${price}: the ${fields} that you typed ${are} not used.`;
}

const priceTexts = {
  minutes: 'is priced by its minutes',
  quantity: 'has a unit price',
  amount: 'takes an amount',
} as const satisfies Record<PriceField, string>;

/** Differences between the form and the saved entry, as texts. */
export function differencesOfDrafts(sides: Sides, types: readonly Type[]): readonly Difference[] {
  return listDifferences(sides, (draft) => {
    const {
      matter,
      disbursementType,
      date,
      minutes,
      quantity,
      amount,
      narration,
      voucher = '',
    } = draft;
    const type = types.find(({ _id }) => _id === disbursementType);
    return [
      ['Matter', matter?.number ?? ''],
      ['Disbursement type', type?.title ?? ''],
      ['Date', formatDate(date)],
      ['Minutes', minutes],
      ['Quantity', quantity],
      // With call fees or a unit price the amount is what they make it.
      ['Unit price (R)', type && fieldOn(type, draft) === 'amount' ? amount : ''],
      ['Narration', narration],
      ['Voucher number', voucher],
    ];
  });
}

function unusedFields({ base, yours, theirs }: Sides, types: readonly Type[]) {
  const type = types.find(({ _id }) => _id === theirs.disbursementType);
  // A type that the user chose has the fields that the user typed in.
  if (!type || yours.disbursementType !== base.disbursementType) return [];
  return hiddenFields[fieldOn(type, theirs)].filter((name) => yours[name] !== base[name]);
}

const hiddenFields = {
  minutes: ['quantity', 'amount'],
  quantity: ['minutes', 'amount'],
  amount: ['minutes'],
} as const satisfies Record<PriceField, readonly PriceField[]>;

function fieldOn(type: Type, { date }: Draft): PriceField {
  return priceFieldFor(pricingOn(type, date));
}
