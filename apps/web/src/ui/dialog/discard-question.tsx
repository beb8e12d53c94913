import { DialogButtons } from './dialog-buttons.tsx';
import { ModalDialog } from './modal-dialog.tsx';

type Props = { isOpen: boolean; loss?: string; onStay: () => void; onDiscard: () => void };

/** Asks before what was typed is discarded. */
export function DiscardQuestion({
  isOpen,
  loss = 'What you typed here is not saved.',
  onStay,
  onDiscard,
}: Props) {
  return (
    <ModalDialog
      title="Close and discard?"
      isOpen={isOpen}
      onClose={onStay}
      actions={
        <DialogButtons
          onBack={onStay}
          backLabel="Stay"
          action={{ label: 'Discard', isDanger: true, onClick: onDiscard }}
        />
      }
    >
      {loss}
    </ModalDialog>
  );
}
