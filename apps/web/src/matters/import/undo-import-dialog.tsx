import type { MatterImport } from '@recoup/contract/matters/import-endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { undoQuestion } from './import-words.ts';
import { undoImport } from '../matters.queries.ts';

type Asked = { run: MatterImport; onClose: () => void; onUndone: () => void; onShown: () => void };

export function UndoDialog({ run, onClose, onUndone, onShown }: Asked) {
  const client = useQueryClient();
  const undo = useOneMutation({
    mutationFn: () => undoImport(run._id),
    onSuccess: async () => {
      toast(`The import of ${run.fileName ?? 'the file'} was undone.`);
      onClose();
      onUndone();
      await client.invalidateQueries({ queryKey: queryKeys.matters });
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
      <p>{undoQuestion(run)}</p>
      {undo.isError && <Alert kind="error">{undo.error.message}</Alert>}
    </Dialog>
  );
}
