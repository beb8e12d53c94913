import type { PricedEntry } from '@recoup/contract/entries/endpoints';
import { useQuery } from '@tanstack/react-query';
import { type ConflictChoices, EditConflict } from '../../platform/edit-conflict/edit-conflict.tsx';
import { pricedEntryQuery } from '../entries.queries.ts';
import { recordedTypeOn } from '../price/day-fees.ts';
import { type Draft, entryDraftFrom } from './entry-draft.ts';
import type { TypesOn } from './pricing.ts';
import { differencesOfDrafts, mergeDrafts, unusedSentence } from './entry-merge.ts';

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
