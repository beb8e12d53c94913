import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { logout } from './logout.ts';

type Props = { readonly secondsLeft: number; readonly isKeeping: boolean; readonly onKeep: () => void };

/** Asks whether to stay; it stands over whatever page one is on. */
export function SessionExpiryQuestion({ secondsLeft, isKeeping, onKeep }: Props) {
  return (
    <Dialog
      title="Your session is about to end"
      isOpen
      onClose={onKeep}
      actions={
        <>
          <Button look="outline" onClick={() => void logout()}>
            Logout
          </Button>
          <Button isBusy={isKeeping} onClick={onKeep}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        It ends in <span>{secondsLeft}</span> seconds, because nothing was asked for half an hour or because you signed in eight hours ago.
        What you have not saved would be lost.
      </p>
    </Dialog>
  );
}
