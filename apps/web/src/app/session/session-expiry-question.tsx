import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { logout } from './logout.ts';
import { askBeforeLeaving } from '../../ui/form/unsaved.ts';

type Props = { secondsLeft: number; isKeeping: boolean; onKeep: () => void };

/** Asks whether to stay signed in, above any page. */
export function SessionExpiryQuestion({ secondsLeft, isKeeping, onKeep }: Props) {
  return (
    <Dialog
      title="Your session is about to end"
      isOpen
      onClose={onKeep}
      actions={
        <DialogButtons
          onBack={() => askBeforeLeaving(() => void logout())}
          backLabel="Logout"
          isBackDanger
          action={{ label: 'Stay signed in', isBusy: isKeeping, onClick: onKeep }}
        />
      }
    >
      <p>
        You will be signed out in <span>{secondsLeft}</span> seconds. What you typed stays on this
        page until you sign in again.
      </p>
    </Dialog>
  );
}
