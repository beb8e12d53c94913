import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { callName, callsText } from '../open-calls/call-words.ts';
import type { RefusedCall } from './use-acceptance.ts';

type Props = { refused: readonly RefusedCall[]; onClose: () => void };

/** Calls that were not recorded, each with its reason. */
export function RefusedCalls({ refused, onClose }: Props) {
  return (
    <Alert kind="error">
      <p>{callsText(refused.length)} could not be recorded:</p>
      <ul aria-label="Refused calls">
        {refused.map(({ call, message }) => (
          <li key={call._id}>
            {callName(call)}: {message}
          </li>
        ))}
      </ul>
      <Button variant="outline" size="small" onClick={onClose}>
        Dismiss
      </Button>
    </Alert>
  );
}
