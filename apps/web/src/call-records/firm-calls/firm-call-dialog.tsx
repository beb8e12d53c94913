import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { useQuery } from '@tanstack/react-query';
import { attorneyNamesQuery } from '../../entries/lists/firm-entries.queries.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import shared from '../../ui/layout/shared.module.css';
import { mergeAction, privateAction } from '../open-calls/call-deeds.tsx';
import { directionText, callLengthText, priceText } from '../open-calls/call-words.ts';
import type { CallAction, Failure } from '../open-calls/decided-calls.ts';
import { ProposedEntry } from '../open-calls/proposed-entry.tsx';
import { RecordCallDialog } from '../open-calls/record-call-dialog.tsx';

type Props = {
  call: CallRecord;
  failure: Failure | undefined;
  onDecide: (deed: CallAction) => void;
  onClose: () => void;
};

/** A call of the firm: recorded as chosen, merged or made private. */
export function FirmCallDialog(props: Props) {
  const { call, failure, onDecide } = props;
  const firm = useQuery(currentUserQuery).data?.firm?._id;
  const isUnknown = call.attorney === null;
  const names = useQuery({
    ...attorneyNamesQuery(firm ?? ''),
    enabled: firm !== undefined && isUnknown,
  });
  return (
    <RecordCallDialog {...props} attorneys={isUnknown ? (names.data ?? []) : undefined}>
      {failure && <Alert kind="error">{failure.message}</Alert>}
      <p>
        {directionText(call)} · {callLengthText(call)} · {priceText(call)}
        <span className={shared.muted}> · {call.attorney?.name ?? call.ownParty}</span>
      </p>
      {call.entry !== null && <ProposedEntry id={call.entry} />}
      <OtherActions call={call} onDecide={onDecide} />
    </RecordCallDialog>
  );
}

function OtherActions({ call, onDecide }: Pick<Props, 'call' | 'onDecide'>) {
  const { attorney, entry } = call;
  if (attorney === null) return null;
  return (
    <div className={shared.buttons}>
      {entry !== null && (
        <Button variant="outline" onClick={() => onDecide(mergeAction(call, entry))}>
          Merge
        </Button>
      )}
      <Button variant="outline" onClick={() => onDecide(privateAction(call))}>
        Private
      </Button>
    </div>
  );
}
