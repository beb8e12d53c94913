import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { logout } from './logout.ts';
import { askBeforeLeaving } from '../../ui/form/unsaved.ts';

type Props = { secondsLeft: number; isKeeping: boolean; onKeep: () => void };

/** Asks whether to stay; it stands over whatever page one is on. */
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
        It ends in <span>{secondsLeft}</span> seconds, because nothing was asked for half an hour or
        because you signed in eight hours ago. What you typed stays on this page until you sign in
        again.
      </p>
    </Dialog>
  );
}
