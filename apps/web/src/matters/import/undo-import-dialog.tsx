import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';

type Props = {
  fileName: string | null;
  /** Names the changes that the undo makes. */
  question: string;
  onUndo: () => Promise<void>;
  /** Queries whose answers are old after it. */
  invalidates: QueryKey;
  onClose: () => void;
  onUndone: () => void;
  onShown: () => void;
};

export function UndoDialog({ fileName, question, onUndo, invalidates, ...props }: Props) {
  const { onClose, onUndone, onShown } = props;
  const client = useQueryClient();
  const undo = useOneMutation({
    mutationFn: onUndo,
    onSuccess: async () => {
      toast(`The import of ${fileName ?? 'the file'} was undone.`);
      onClose();
      onUndone();
      await client.invalidateQueries({ queryKey: invalidates });
      // The button that asked is gone, and the focus with it.
      requestAnimationFrame(onShown);
    },
  });
  return (
    <Dialog
      title="Undo this import?"
      isOpen
      onClose={onClose}
      actions={
        <DialogButtons
          backLabel="Keep it"
          action={{
            label: 'Undo import',
            isDanger: true,
            isBusy: undo.isPending,
            onClick: () => undo.mutate(),
          }}
        />
      }
    >
      <p>{question}</p>
      {undo.isError && <Alert kind="error">{undo.error.message}</Alert>}
    </Dialog>
  );
}
