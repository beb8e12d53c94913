import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { logout } from './logout.ts';

/**
 * Shown before signing out with entries that are not sent: they are billed only once sent. Without
 * an entry it is a photo of a voucher.
 */
export function SignOutQuestion({ count, onStay }: { count: number; onStay: () => void }) {
  const isOne = count <= 1;
  const one = count === 0 ? 'A photo of a voucher has' : 'One entry has';
  const what = isOne ? one : `${count} entries have`;
  const [they, are] = isOne ? ['It stays', 'is'] : ['They stay', 'are'];
  return (
    <Dialog
      title={count === 0 ? 'Photos not sent yet' : 'Entries not sent yet'}
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
      {what} not been sent. {they} on this device and {are} sent when you next sign in here.
    </Dialog>
  );
}
