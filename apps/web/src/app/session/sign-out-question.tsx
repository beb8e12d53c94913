import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { logout } from './logout.ts';

/** Before unsent entries are left behind on the device. They are not lost, but nobody bills them until they are sent. */
export function SignOutQuestion({ count, onStay }: { count: number; onStay: () => void }) {
  const what = count === 1 ? 'One entry is' : `${count} entries are`;
  return (
    <Dialog
      title="Not everything is sent"
      isOpen
      onClose={onStay}
      actions={
        <DialogButtons
          onBack={onStay}
          backLabel="Stay"
          action={{ label: 'Logout', isDanger: true, onClick: () => void logout() }}
        />
      }
    >
      {what} not sent yet. What you leave stays on this device, and is sent when you sign in here
      again.
    </Dialog>
  );
}
