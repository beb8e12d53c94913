import { type CallRecord, maxAcceptances } from '@recoup/contract/call-records/endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import type { RowSelection } from '../../ui/selection/use-row-selection.ts';
import { callsText } from '../open-calls/call-words.ts';
import styles from './firm-calls.module.css';
import { RefusedCalls } from './refused-calls.tsx';
import { useAcceptance } from './use-acceptance.ts';

/** How many calls are selected, and their recording. Those that were refused are named. */
export function RecordBar({ selection }: { selection: RowSelection<CallRecord> }) {
  const { items } = selection;
  const accept = useAcceptance(selection.clear);
  return (
    <>
      {accept.refused.length > 0 && (
        <RefusedCalls refused={accept.refused} onClose={accept.forgetRefused} />
      )}
      {items.length > 0 && (
        <section className={styles.bar} aria-label="Selected calls" data-unprinted>
          <output>
            {formatCount(items.length)} selected
            {items.length >= maxAcceptances && `; at most ${maxAcceptances} at once`}
          </output>
          <Button isBusy={accept.isPending} onClick={() => accept.start(items)}>
            Record {callsText(items.length)}
          </Button>
          <Button variant="quiet" onClick={selection.clear}>
            Clear
          </Button>
          {accept.error !== null && <Alert kind="error">{accept.error.message}</Alert>}
        </section>
      )}
    </>
  );
}
