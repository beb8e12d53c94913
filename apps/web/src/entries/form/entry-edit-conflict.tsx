import type { PricedEntry } from '@recoup/contract/entries/endpoints';
import { useQuery } from '@tanstack/react-query';
import { type ConflictChoices, EditConflict } from '../../platform/edit-conflict/edit-conflict.tsx';
import {
  type Difference,
  keepTyped,
  listDifferences,
  type ThreeWay,
} from '../../platform/edit-conflict/three-way.ts';
import { formatDate } from '../../ui/lib/format.ts';
import { pricedEntryQuery } from '../entries.queries.ts';
import { recordedTypeOn } from '../price/day-fees.ts';
import { type Draft, entryDraftFrom } from './entry-draft.ts';
import {
  type PricedType,
  type PriceField,
  priceFieldFor,
  pricingOn,
  type TypesOn,
} from './pricing.ts';

type Props = {
  /** The entry as the form was filled with it. */
  base: Draft;
  yours: Draft;
  typesOn: TypesOn;
  choose: ConflictChoices<PricedEntry>;
  /** `merged` has what the user typed, and for the rest what was saved elsewhere. */
  onMerge: (merged: Draft) => void;
};

/** Compares a correction with a change saved elsewhere. */
export function EntryEditConflict({ base, yours, typesOn, choose, onMerge }: Props) {
  const saved = useQuery({ ...pricedEntryQuery(base._id), refetchOnMount: 'always' });
  const toSides = (theirs: PricedEntry) => ({ base, yours, theirs: entryDraftFrom(theirs) });
  // The saved entry's own type comes first: it keeps its price.
  const typesWith = (theirs: PricedEntry) => {
    const day = yours.date === base.date ? theirs.date : yours.date;
    const types = typesOn(day);
    return [recordedTypeOn(theirs, { day, types }), ...types];
  };
  const overwrite = (theirs: PricedEntry) => {
    onMerge(mergeDrafts(toSides(theirs), typesWith(theirs)));
    choose.overwrite(theirs);
  };
  return (
    <EditConflict
      saved={saved}
      differences={(theirs) => differencesOfDrafts(toSides(theirs), typesWith(theirs))}
      warning={(theirs) => unusedSentence(toSides(theirs), typesWith(theirs))}
      choose={{ ...choose, overwrite }}
    />
  );
}

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
