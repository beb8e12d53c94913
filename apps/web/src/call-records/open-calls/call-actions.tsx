import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { callName, mergedText, privateText, recordedText } from './call-texts.ts';
import type { CallAction } from './decided-calls.ts';
import { firstButtonProps } from './next-call.ts';
import styles from './open-calls.module.css';

type Props = {
  call: CallRecord;
  isPaused: boolean;
  onDecide: (action: CallAction) => void;
  onOpen: (call: CallRecord) => void;
};

/** The buttons of a call: the probable one first. */
export function CallActions({ call, isPaused, onDecide, onOpen }: Props) {
  const { matter, entry } = call;
  const button = (label: string) => ({ isPaused, 'aria-label': `${label}: ${callName(call)}` });
  const other = matter === null ? 'Choose matter' : 'Details';
  const isFirst = { merge: entry !== null, record: entry === null };
  return (
    <div className={styles.actions}>
      {entry !== null && (
        <Button
          {...button('Merge')}
          {...firstButtonProps(call._id)}
          onClick={() => onDecide(mergeAction(call, entry))}
        >
          Merge
        </Button>
      )}
      {matter !== null && (
        <Button
          {...button(`Record on ${matter.number}`)}
          {...(isFirst.record && firstButtonProps(call._id))}
          variant={isFirst.record ? 'filled' : 'outline'}
          onClick={() => onDecide(recordAction(call, matter))}
        >
          Record on {matter.number}
        </Button>
      )}
      {/* It hides a number from now on, so it is farther from a thumb than the last one. */}
      <Button {...button('Private')} variant="quiet" onClick={() => onDecide(privateAction(call))}>
        Private
      </Button>
      <Button
        {...button(other)}
        {...(matter === null && isFirst.record && firstButtonProps(call._id))}
        variant={matter === null && isFirst.record ? 'filled' : 'outline'}
        onClick={() => onOpen(call)}
      >
        {other}
      </Button>
    </div>
  );
}

export function mergeAction(call: CallRecord, entry: string): CallAction {
  return { call, decision: { state: 'merged', entry }, text: mergedText(call) };
}

export function recordAction(
  call: CallRecord,
  matter: NonNullable<CallRecord['matter']>,
): CallAction {
  const decision = { state: 'recorded', matter: matter._id } as const;
  return { call, decision, text: recordedText(call, matter.number), matter };
}

export function privateAction(call: CallRecord): CallAction {
  return { call, decision: { state: 'private' }, text: privateText(call) };
}
