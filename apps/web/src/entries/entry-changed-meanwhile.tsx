import type { ChangedEntry, Entry } from '@recoup/contract/entries';
import { useQuery } from '@tanstack/react-query';
import { ChangedMeanwhile, type Difference } from '../platform/changed-meanwhile.tsx';
import { formatDate } from '../ui/format.ts';
import { pricedEntryQuery } from './entries.queries.ts';
import type { Saved } from './entry-sheet.tsx';

type Props<Theirs> = {
  readonly id: string;
  /** What was typed when the save was refused. */
  readonly yours: Saved;
  readonly choose: { readonly takeTheirs: (theirs: Theirs) => void; readonly keepMine: (theirs: Theirs) => void };
};
type Priced = NonNullable<ReturnType<typeof useSaved>['data']>;

/** An entry that was changed on another device or by the firm admin while its correction was typed. */
export function EntryChangedMeanwhile({ id, yours, choose }: Props<Priced>) {
  return <ChangedMeanwhile saved={useSaved(id)} differences={(theirs) => differences(yours, theirs)} choose={choose} />;
}

function useSaved(id: string) {
  return useQuery({ ...pricedEntryQuery(id), refetchOnMount: 'always' });
}

function differences({ body, matter, type }: Saved, theirs: Entry): Difference[] {
  const words = (value: ChangedEntry['minutes'] | string) => (value === null || value === undefined ? '' : String(value));
  const rows = [
    { field: 'Matter', theirs: theirs.matter.number, yours: matter.number },
    { field: 'Disbursement type', theirs: theirs.disbursementType.name, yours: type.title },
    { field: 'Date', theirs: formatDate(theirs.date), yours: formatDate(body.date) },
    { field: 'Minutes', theirs: words(theirs.minutes), yours: words(body.minutes) },
    { field: 'Quantity', theirs: words(theirs.quantity), yours: words(body.quantity) },
    { field: 'Narration', theirs: theirs.narration ?? '', yours: body.narration ?? '' },
  ];
  return rows.filter((row) => row.theirs !== row.yours);
}
