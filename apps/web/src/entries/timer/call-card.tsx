import { type ReactNode, Suspense } from 'react';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PhoneIcon, PlusIcon } from '../../ui/controls/icons.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import type { DatedType } from '../price/day-fees.ts';
import { clockText, callMinutes, callSeconds, type Timer, type CallSubject } from './call-timer.ts';
import styles from './call-card.module.css';
import type { useTimer } from './use-timer.ts';
import { formatMinutes } from '../../ui/lib/format.ts';
import shared from '../../ui/layout/shared.module.css';
import { formatPhone } from '@recoup/contract/core/phone-numbers';

// Most calls are described once they are over. Without it the call goes on.
const loadFields = async () => ({
  default: (await import('./running-call-fields.tsx')).RunningCallFields,
});
const RunningCallFields = lazyPart(loadFields, () => () => {});

type Props = {
  /** For whom it is, where that can be chosen. */
  first: ReactNode;
  call: ReturnType<typeof useTimer>;
  types: readonly DatedType[];
  /** Whether it is known what can be recorded. */
  isReady: boolean;
  onSave: (timer: Timer) => void;
  /** Chooses the matter, and perhaps a number to dial, before the call. */
  onCallMatter: () => void;
  onDisbursement: () => void;
};

/** Start call, the running call, or the call that is to be saved; and the other way in. */
export function CallCard({ first, call, types, isReady, ...on }: Props) {
  useLoadBeforeUse(loadFields);
  const { timer, now } = call;
  const isRunning = timer !== null && timer.stoppedAt === null;
  const stop = () => {
    const stopped = call.stop();
    if (stopped !== null && stopped._id === timer?._id) on.onSave(stopped);
  };
  return (
    <Panel label="Call" isTight>
      {first}
      {isRunning && <RunningCall timer={timer} now={now} />}
      {(timer === null || isRunning) && (
        <StartStop isRunning={isRunning} onStart={() => call.start()} onStop={stop} />
      )}
      {isRunning && (
        <div className={styles.fields}>
          <Suspense>
            <RunningCallFields timer={timer} types={types} call={call} />
          </Suspense>
        </div>
      )}
      {timer !== null && timer.stoppedAt !== null && (
        <StoppedCall
          minutes={callMinutes(timer, now)}
          subject={timer}
          isReady={isReady}
          onSave={() => on.onSave(timer)}
          onResume={call.resume}
          onDiscard={call.discard}
        />
      )}
      {timer === null && (
        <Button variant="outline" onClick={on.onCallMatter}>
          <PhoneIcon />
          Call on a matter
        </Button>
      )}
      <Button variant="outline" data-shortcut="n" disabled={!isReady} onClick={on.onDisbursement}>
        <PlusIcon />
        Add entry
      </Button>
    </Panel>
  );
}

function RunningCall({ timer, now }: { timer: Timer; now: number }) {
  return (
    <>
      <p role="timer" aria-label="Length of the call" className={styles.clock}>
        {clockText(callSeconds(timer, now))}
      </p>
      <CallSubjectLine otherParty={timer.otherParty} attorney={timer.attorney} />
    </>
  );
}

type StartStopProps = { isRunning: boolean; onStart: () => void; onStop: () => void };

/** One button, so that it keeps the focus; a double tap does not stop what it has started. */
function StartStop({ isRunning, onStart, onStop }: StartStopProps) {
  const isSettled = useSettled(isRunning, true);
  const press = () => {
    if (!isSettled) return;
    if (isRunning) onStop();
    else onStart();
  };
  return (
    <button
      type="button"
      className={styles[isRunning ? 'stop' : 'start']}
      aria-disabled={!isSettled || undefined}
      onClick={press}
    >
      {isRunning ? 'Stop' : 'Start call'}
    </button>
  );
}

type StoppedProps = {
  minutes: number;
  subject: CallSubject;
  /** Whether it is known what can be recorded. */
  isReady: boolean;
  onSave: () => void;
  onResume: () => void;
  onDiscard: () => void;
};

function StoppedCall({ minutes, subject, isReady, ...on }: StoppedProps) {
  // The second tap of a double tap is for what stood here before.
  const isSettled = useSettled(true);
  return (
    <div className={styles.stopped}>
      <p>
        Unsaved call: <strong>{formatMinutes(minutes)}</strong>
      </p>
      <CallSubjectLine {...subject} />
      <div className={shared.buttons}>
        <Button isPaused={!isReady} onClick={on.onSave}>
          Save the call
        </Button>
        <Button variant="outline" onClick={on.onResume}>
          Resume
        </Button>
        <Button variant="quiet" isPaused={!isSettled} onClick={on.onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}

/** Matter and type of a call, the number that was dialled and the attorney, as far as known. */
function CallSubjectLine({ matter, disbursementType, otherParty, attorney }: CallSubject) {
  if (!matter && !disbursementType && otherParty === undefined && !attorney) return null;
  return (
    <p className={styles.subject}>
      {matter !== undefined && (
        <>
          <strong>{matter.number}</strong> {matter.name}
        </>
      )}
      {disbursementType !== undefined && <span>{disbursementType.title}</span>}
      {otherParty !== undefined && <span>{formatPhone(otherParty)}</span>}
      {attorney !== undefined && <span>for {attorney.name}</span>}
    </p>
  );
}
