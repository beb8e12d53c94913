import { Button } from '../../ui/controls/button.tsx';
import { PlusIcon } from '../../ui/controls/icons.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { clockText, minutesOf, secondsOf, type Timer } from './call-timer.ts';
import styles from './call-card.module.css';
import type { useTimer } from './use-timer.ts';
import { StoppedCall } from './stopped-call.tsx';

type Props = {
  call: ReturnType<typeof useTimer>;
  onSave: (timer: Timer) => void;
  onDisbursement: () => void;
};

/** Start call, the running call, or the call that is to be saved; and the other way in. */
export function CallCard({ call, onSave, onDisbursement }: Props) {
  const { timer, now } = call;
  const isRunning = timer !== null && timer.stoppedAt === null;
  const stop = () => {
    if (timer === null) return;
    call.stop();
    onSave({ ...timer, stoppedAt: Date.now() });
  };
  return (
    <Panel label="Call" isTight>
      {isRunning && (
        <p role="timer" aria-label="Length of the call" className={styles.clock}>
          {clockText(secondsOf(timer, now))}
        </p>
      )}
      {(timer === null || isRunning) && (
        <StartStop isRunning={isRunning} onStart={call.start} onStop={stop} />
      )}
      {timer !== null && timer.stoppedAt !== null && (
        <StoppedCall
          minutes={minutesOf(timer, now)}
          onSave={() => onSave(timer)}
          onResume={call.resume}
          onDiscard={call.discard}
        />
      )}
      <Button variant="outline" data-shortcut="n" onClick={onDisbursement}>
        <PlusIcon />
        Add entry
      </Button>
    </Panel>
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
