import { Button } from '../../ui/controls/button.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { formatMinutes } from '../../ui/lib/format.ts';
import styles from './call-card.module.css';
import shared from '../../ui/layout/shared.module.css';

type StoppedProps = {
  minutes: number;
  onSave: () => void;
  onResume: () => void;
  onDiscard: () => void;
};

export function StoppedCall({ minutes, onSave, onResume, onDiscard }: StoppedProps) {
  return (
    <div className={styles.stopped}>
      <p>
        Unsaved call: <strong>{formatMinutes(minutes)}</strong>
      </p>
      <div className={shared.buttons}>
        <Button onClick={onSave}>Save the call</Button>
        <Button variant="outline" onClick={onResume}>
          Resume
        </Button>
        <ConfirmButton
          variant="quiet"
          title="Discard this call?"
          question={`The call of ${formatMinutes(minutes)} is not recorded, and its time is lost.`}
          confirmLabel="Discard call"
          onConfirm={onDiscard}
        >
          Discard
        </ConfirmButton>
      </div>
    </div>
  );
}
