import type { Entry } from '@recoup/contract/entries/endpoints';
import { maxCorrectedEntries } from '@recoup/contract/entries/entry-corrections';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { formatCount } from '../../ui/lib/format.ts';
import type { RowSelection } from '../../ui/selection/use-row-selection.ts';
import styles from './bulk-corrections.module.css';
import { CorrectEntriesDialog } from './correct-entries-dialog.tsx';
import { type MatchingEntries, readCorrectable } from './entry-corrections.queries.ts';

type Props = { selection: RowSelection<Entry>; matching: MatchingEntries };

/** How many entries are selected, and what can be done with them. */
export function CorrectionBar({ selection, matching }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { items, choose, clear } = selection;
  const selectAll = useSelectAll({ selection, matching });
  if (items.length === 0) return null;
  return (
    <section className={styles.bar} aria-label="Selected entries" data-unprinted>
      <output>{selectedText(items.length)}</output>
      <Button size="small" onClick={() => setOpen(true)}>
        <Shortened more="together">Correct</Shortened>
      </Button>
      <Button
        variant="outline"
        size="small"
        isBusy={selectAll.isPending}
        onClick={() => selectAll.mutate()}
      >
        <Shortened more="that match">Select all</Shortened>
      </Button>
      <Button variant="quiet" size="small" onClick={clear}>
        <Shortened more="selection">Clear</Shortened>
      </Button>
      {selectAll.isError && <Alert kind="error">{selectAll.error.message}</Alert>}
      {isOpen && (
        <CorrectEntriesDialog
          items={items}
          onLeaveOut={(ids) => choose(items.filter(({ _id }) => !ids.has(_id)))}
          onCorrected={() => {
            setOpen(false);
            clear();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

/** On a phone the bar is one line, which leaves the list in sight. */
function Shortened({ children, more }: { children: string; more: string }) {
  return (
    <span>
      {children} <span className={styles.more}>{more}</span>
    </span>
  );
}

function useSelectAll({ selection, matching }: Props) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: () => readCorrectable(client, matching),
    onSuccess: selection.choose,
  });
}

function selectedText(count: number): string {
  const full = count >= maxCorrectedEntries ? `; at most ${maxCorrectedEntries} at once` : '';
  return `${formatCount(count)} selected${full}`;
}
