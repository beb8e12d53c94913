import { maxAcceptances } from '@recoup/contract/month-end/exception-endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import styles from '../month-end.module.css';
import type { Selection } from './use-selection.ts';

type Props = { selection: Selection; onAccept: () => void };

/** How many are selected, and what can be done with them. */
export function SelectionBar({ selection, onAccept }: Props) {
  const { items, isFull, selectAll } = selection;
  return (
    <>
      <div className={styles.bar}>
        <Button disabled={items.length === 0} onClick={onAccept}>
          Accept selected
        </Button>
        <Button variant="outline" isBusy={selectAll.isPending} onClick={() => selectAll.mutate()}>
          Select all
        </Button>
        <Button variant="quiet" disabled={items.length === 0} onClick={selection.clear}>
          Clear
        </Button>
        <output>
          {items.length === 0 ? 'Select exceptions to accept them.' : countText(items.length)}
          {isFull && `; at most ${maxAcceptances} at once`}
        </output>
      </div>
      {selectAll.isError && <Alert kind="error">{selectAll.error.message}</Alert>}
    </>
  );
}

function countText(count: number): string {
  return `${formatCount(count)} selected`;
}
