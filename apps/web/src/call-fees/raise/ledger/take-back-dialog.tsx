import type { RateChange } from '@recoup/contract/call-fees/rate-change-endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { toast, withdrawToast } from '../../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../../ui/form/use-one-mutation.ts';
import { takeBackQuestion, takenBackText, wayOut } from './ledger-words.ts';
import { appliedText } from '../raise-words.ts';
import { refreshFees, takeBack } from '../raise.queries.ts';

type Props = { change: RateChange; onClose: () => void; onShown: () => void };

export function TakeBackDialog({ change, onClose, onShown }: Props) {
  const client = useQueryClient();
  const undo = useOneMutation({
    mutationFn: () => takeBack(change._id),
    onSuccess: async (undone) => {
      withdrawToast(appliedText(change));
      toast(takenBackText(undone));
      onClose();
      await refreshFees(client);
      // The button that asked is gone, and the focus with it.
      requestAnimationFrame(onShown);
    },
  });
  const { error } = undo;
  const isLocked = error instanceof ApiError && error.code === 'entry_is_locked';
  const action = {
    label: 'Take back',
    isDanger: true,
    isBusy: undo.isPending,
    onClick: () => undo.mutate(),
  };
  return (
    <Dialog
      title="Take back this fee change?"
      isOpen
      onClose={onClose}
      actions={<DialogButtons backLabel="Keep it" action={action} />}
    >
      <p>{takeBackQuestion(change)}</p>
      {error !== null && (
        <Alert kind="error">
          <p>{error.message}</p>
          {isLocked && <p>{wayOut(change.percent)}</p>}
        </Alert>
      )}
    </Dialog>
  );
}
