import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { callName, mergedText, privateText, recordedText } from './call-words.ts';
import type { Deed } from './decided-calls.ts';
import { firstButtonOf } from './next-call.ts';
import styles from './open-calls.module.css';

type Props = {
  call: CallRecord;
  isResting: boolean;
  onDecide: (deed: Deed) => void;
  onOpen: (call: CallRecord) => void;
};

/** The buttons of a call: the probable one first. */
export function CallDeeds({ call, isResting, onDecide, onOpen }: Props) {
  const { matter, entry } = call;
  const button = (label: string) => ({ isResting, 'aria-label': `${label}: ${callName(call)}` });
  const other = matter === null ? 'Choose matter' : 'Details';
  const isFirst = { merge: entry !== null, record: entry === null };
  return (
    <div className={styles.deeds}>
      {entry !== null && (
        <Button
          {...button('Merge')}
          {...firstButtonOf(call._id)}
          onClick={() => onDecide(mergeOf(call, entry))}
        >
          Merge
        </Button>
      )}
      {matter !== null && (
        <Button
          {...button(`Record on ${matter.number}`)}
          {...(isFirst.record && firstButtonOf(call._id))}
          variant={isFirst.record ? 'filled' : 'outline'}
          onClick={() => onDecide(recordOf(call, matter))}
        >
          Record on {matter.number}
        </Button>
      )}
      <Button
        {...button(other)}
        {...(matter === null && isFirst.record && firstButtonOf(call._id))}
        variant={matter === null && isFirst.record ? 'filled' : 'outline'}
        onClick={() => onOpen(call)}
      >
        {other}
      </Button>
      <Button {...button('Private')} variant="quiet" onClick={() => onDecide(privateOf(call))}>
        Private
      </Button>
    </div>
  );
}

export function mergeOf(call: CallRecord, entry: string): Deed {
  return { call, decision: { state: 'merged', entry }, text: mergedText(call) };
}

export function recordOf(call: CallRecord, matter: NonNullable<CallRecord['matter']>): Deed {
  const decision = { state: 'recorded', matter: matter._id } as const;
  return { call, decision, text: recordedText(call, matter.number), matter };
}

export function privateOf(call: CallRecord): Deed {
  return { call, decision: { state: 'private' }, text: privateText(call) };
}
