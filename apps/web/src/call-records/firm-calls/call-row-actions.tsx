import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { formatMoment } from '../../ui/lib/moment.ts';
import { opensRow } from '../../ui/list/open-row.ts';
import { mergeAction, recordAction } from '../open-calls/call-deeds.tsx';
import { callName } from '../open-calls/call-words.ts';
import { type CallAction, type Decisions, isDecided, isOpen } from '../open-calls/decided-calls.ts';
import { firstButtonProps } from '../open-calls/next-call.ts';
import styles from './firm-calls.module.css';

export type RowHandlers = {
  isResting: boolean;
  onDecide: (deed: CallAction) => void;
  onOpen: (call: CallRecord) => void;
};
/** `name`: for assistive technology, which hears no row around it. */
type MainAction = CallAction & { label: string; name?: string };
type Props = RowHandlers & { call: CallRecord; decisions: Decisions };

/** Accepts the proposal, or undoes the decision, with one click; a dialog for the rest. */
export function CallRowActions({ call, decisions, isResting, onDecide, onOpen }: Props) {
  const deed = mainAction(call);
  const look = { variant: 'quiet', size: 'small', isResting } as const;
  return (
    <span className={styles.actions}>
      {deed && (
        <Button
          {...look}
          {...firstButtonProps(call._id)}
          isBusy={isDecided(decisions, call)}
          aria-label={`${deed.name ?? deed.label}: ${callName(call)}`}
          onClick={() => onDecide(deed)}
        >
          {deed.label}
        </Button>
      )}
      {isOpen(call) && (
        <Button
          {...look}
          {...opensRow}
          {...(!deed && firstButtonProps(call._id))}
          aria-label={`${deed ? 'Details' : 'Choose'}: ${callName(call)}`}
          onClick={() => onOpen(call)}
        >
          {deed ? 'Details' : 'Choose'}
        </Button>
      )}
    </span>
  );
}

/** Undefined where something must be chosen first. */
function mainAction(call: CallRecord): MainAction | undefined {
  const { attorney, matter, entry } = call;
  if (!isOpen(call)) {
    const text = `The call of ${formatMoment(call.startedAt)} is open again.`;
    return { label: 'Undo', name: 'Undo decision', call, decision: { state: 'loose' }, text };
  }
  if (attorney === null) return undefined;
  if (entry !== null) return { label: 'Merge', ...mergeAction(call, entry) };
  return matter === null ? undefined : { label: 'Record', ...recordAction(call, matter) };
}
