import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import type { RowSelection } from '../../ui/selection/use-row-selection.ts';
import { isAcceptable } from './call-columns.tsx';
import styles from './firm-calls.module.css';

type Props = { calls: readonly CallRecord[]; selection: RowSelection<CallRecord> };

/** Selects the calls of this page whose account code names a matter. */
export function SelectByCode({ calls, selection }: Props) {
  const found = calls.filter(isAcceptable);
  const added = found.filter((call) => !selection.has(call));
  return (
    <div className={styles.select} data-unprinted>
      <Button
        variant="outline"
        disabled={added.length === 0 || selection.isFull}
        onClick={() => selection.choose([...selection.items, ...added])}
      >
        Select by account code ({formatCount(found.length)})
      </Button>
    </div>
  );
}
