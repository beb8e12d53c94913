import { toCents } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { EditConflict } from '../../platform/edit-conflict/edit-conflict.tsx';
import { pricedEntryQuery, type PricedEntry } from '../entries.queries.ts';
import { type Draft, draftOf } from './entry-draft.ts';
import type { NamedType as Type } from './pricing.ts';
import { differencesOfDrafts, mergeDrafts, unusedSentence } from './entry-merge.ts';

type Props = {
  /** The entry as the form was filled with it. */
  base: Draft;
  yours: Draft;
  types: readonly Type[];
  choose: { reload: (theirs: PricedEntry) => void; overwrite: (theirs: PricedEntry) => void };
  /** What the user typed, and for the rest what was saved elsewhere. */
  onMerge: (merged: Draft) => void;
};

/** Compares a correction with a change saved elsewhere. */
export function EntryEditConflict({ base, yours, types, choose, onMerge }: Props) {
  const saved = useQuery({ ...pricedEntryQuery(base._id), refetchOnMount: 'always' });
  const sidesOf = (theirs: PricedEntry) => ({ base, yours, theirs: draftOf(theirs) });
  // The saved entry's own type comes first: it is priced by the rows of its recording.
  const typesWith = (theirs: PricedEntry) => [typeOf(theirs, types), ...types];
  const overwrite = (theirs: PricedEntry) => {
    onMerge(mergeDrafts(sidesOf(theirs), typesWith(theirs)));
    choose.overwrite(theirs);
  };
  return (
    <EditConflict
      saved={saved}
      differences={(theirs) => differencesOfDrafts(sidesOf(theirs), typesWith(theirs))}
      warning={(theirs) => unusedSentence(sidesOf(theirs), typesWith(theirs))}
      choose={{ ...choose, overwrite }}
    />
  );
}

/** The type of an entry, priced as it was recorded. */
export function typeOf(entry: PricedEntry, types: readonly Type[]): Type {
  const { disbursementType, date, amount, quantity, price } = entry;
  const { _id, name: title } = disbursementType;
  const unitCents = price.kind === 'unit' ? toCents(amount) / (quantity ?? 1) : null;
  const unitPrices = types.find((type) => type._id === _id)?.unitPrices ?? [];
  return { _id, title, callFees: price.callFees, unitPrices, recorded: { date, unitCents } };
}
