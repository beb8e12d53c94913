import type { Entry } from '@recoup/contract/entries/endpoints';
import { maxCorrectedEntries } from '@recoup/contract/entries/entry-corrections';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { SelectionBar } from '../../ui/selection/selection-bar.tsx';
import { type RowSelection, useSelectedRows } from '../../ui/selection/use-row-selection.ts';
import styles from './bulk-corrections.module.css';
import { type MatchingEntries, readCorrectable, refreshList } from './entry-corrections.queries.ts';

const loadDialog = async () => ({
  default: (await import('./correct-entries-dialog.tsx')).CorrectEntriesDialog,
});
const CorrectEntriesDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

type Props = { selection: RowSelection<Entry>; matching: MatchingEntries };

/** How many entries are selected, and what can be done with them. */
export function CorrectionBar({ selection, matching }: Props) {
  useLoadBeforeUse(loadDialog);
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const items = useSelectedRows(selection).filter(({ _id }) => !matching.deleted.has(_id));
  const end = () => {
    setOpen(false);
    selection.clear();
  };
  const leaveOut = (ids: ReadonlySet<string>) => {
    const rest = items.filter(({ _id }) => !ids.has(_id));
    if (rest.length === 0) end();
    else selection.choose(rest);
    void refreshList(client);
  };
  if (items.length === 0) return null;
  return (
    <SelectionBar label="Selected entries" count={items.length} max={maxCorrectedEntries} isCompact>
      <Buttons {...{ selection, matching }} onCorrect={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <CorrectEntriesDialog
            items={items}
            onLeaveOut={leaveOut}
            onCorrected={end}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </SelectionBar>
  );
}

function Buttons({ onCorrect, ...props }: Props & { onCorrect: () => void }) {
  const { mutate, isPending, error } = useSelectAll(props);
  return (
    <>
      <Button size="small" onClick={onCorrect}>
        <Shortened more="together">Correct</Shortened>
      </Button>
      <Button variant="outline" size="small" isBusy={isPending} onClick={() => mutate()}>
        <Shortened more="that match">Select all</Shortened>
      </Button>
      <Button variant="quiet" size="small" onClick={props.selection.clear}>
        <Shortened more="selection">Clear</Shortened>
      </Button>
      {error !== null && <Alert kind="error">{error.message}</Alert>}
    </>
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
    mutationFn: () => selection.chooseRead(() => readCorrectable(client, matching)),
  });
}
