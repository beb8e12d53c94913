import { Button } from '../../ui/controls/button.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { formatMinutes } from '../../ui/lib/format.ts';
import type { CallSubject } from './call-timer.ts';
import { CallSubjectLine } from './call-subject-line.tsx';
import styles from './call-card.module.css';
import shared from '../../ui/layout/shared.module.css';

type StoppedProps = {
  minutes: number;
  subject: CallSubject;
  /** Whether it is known what can be recorded. */
  isReady: boolean;
  onSave: () => void;
  onResume: () => void;
  onDiscard: () => void;
};

export function StoppedCall({ minutes, subject, isReady, ...on }: StoppedProps) {
  // The second tap of a double tap is for what stood here before.
  const isSettled = useSettled(true);
  return (
    <div className={styles.stopped}>
      <p>
        Unsaved call: <strong>{formatMinutes(minutes)}</strong>
      </p>
      <CallSubjectLine {...subject} />
      <div className={shared.buttons}>
        <Button isResting={!isReady} onClick={on.onSave}>
          Save the call
        </Button>
        <Button variant="outline" onClick={on.onResume}>
          Resume
        </Button>
        <Button variant="quiet" isResting={!isSettled} onClick={on.onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
