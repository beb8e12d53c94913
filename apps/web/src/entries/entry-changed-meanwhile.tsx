import { useQuery } from '@tanstack/react-query';
import { ChangedMeanwhile } from '../platform/changed-meanwhile.tsx';
import { type Difference, differencesOf, keepTyped, type ThreeWay } from '../platform/three-way.ts';
import { formatDate } from '../ui/format.ts';
import { pricedEntryQuery, type PricedEntry } from './entries.queries.ts';
import { type Draft, draftOf } from './entry-draft.ts';

type Type = { readonly _id: string; readonly title: string; readonly callFees: readonly unknown[] };
type Props = {
  /** The entry as the form was filled with it. */
  readonly base: Draft;
  readonly yours: Draft;
  readonly types: readonly Type[];
  readonly choose: { readonly takeTheirs: (theirs: PricedEntry) => void; readonly keepMine: (theirs: PricedEntry) => void };
  /** What the user typed, and for the rest what was saved elsewhere. */
  readonly onMerge: (merged: Draft) => void;
};

/** An entry that was changed on another device or by the firm admin while its correction was typed. */
export function EntryChangedMeanwhile({ base, yours, types, choose, onMerge }: Props) {
  const saved = useQuery({ ...pricedEntryQuery(base._id), refetchOnMount: 'always' });
  const compare = (theirs: PricedEntry) => differences({ base, yours, theirs: draftOf(theirs) }, [...types, typeOf(theirs)]);
  const keepMine = (theirs: PricedEntry) => {
    onMerge(keepTyped({ base, yours, theirs: draftOf(theirs) }, (value) => (typeof value === 'string' ? value : value?._id)));
    choose.keepMine(theirs);
  };
  return <ChangedMeanwhile saved={saved} differences={compare} choose={{ ...choose, keepMine }} />;
}

/** The type of an entry, priced by the rows of its recording. */
export function typeOf({ disbursementType: { _id, name: title }, price: { callFees } }: PricedEntry) {
  return { _id, title, callFees };
}

function differences(sides: ThreeWay<Draft>, types: readonly Type[]): readonly Difference[] {
  return differencesOf(sides, ({ matter, disbursementType, date, minutes, quantity, amount, narration }) => {
    const type = types.find(({ _id }) => _id === disbursementType);
    return [
      ['Matter', matter?.number ?? ''],
      ['Disbursement type', type?.title ?? ''],
      ['Date', formatDate(date)],
      ['Minutes', minutes],
      ['Quantity', quantity],
      // Of a type with call fees the amount is what the minutes make it.
      ['Amount each, R', type === undefined || type.callFees.length > 0 ? '' : amount],
      ['Narration', narration],
    ];
  });
}
