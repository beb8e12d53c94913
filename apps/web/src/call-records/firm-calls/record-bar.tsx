import { type CallRecord, maxAcceptances } from '@recoup/contract/call-records/endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { SelectionBar } from '../../ui/selection/selection-bar.tsx';
import type { RowSelection } from '../../ui/selection/use-row-selection.ts';
import { callsText } from '../open-calls/call-words.ts';
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
        <SelectionBar label="Selected calls" count={items.length} max={maxAcceptances}>
          <Button isBusy={accept.isPending} onClick={() => accept.start(items)}>
            Record {callsText(items.length)}
          </Button>
          <Button variant="quiet" onClick={selection.clear}>
            Clear
          </Button>
          {accept.error !== null && <Alert kind="error">{accept.error.message}</Alert>}
        </SelectionBar>
      )}
    </>
  );
}
