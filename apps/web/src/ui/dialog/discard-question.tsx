import { DialogButtons } from './dialog-buttons.tsx';
import { ModalDialog } from './modal-dialog.tsx';

type Props = {
  isOpen: boolean;
  loss?: string;
  /** All is saved, but what is shown was not copied. */
  isSaved?: boolean;
  onStay: () => void;
  onDiscard: () => void;
};

/** Asks before what was typed is discarded, or what is shown once is gone. */
export function DiscardQuestion({
  isOpen,
  loss = 'What you typed here is not saved.',
  isSaved = false,
  onStay,
  onDiscard,
}: Props) {
  const [title, label] = isSaved
    ? ['Close without a copy?', 'Close anyway']
    : ['Close and discard?', 'Discard'];
  return (
    <ModalDialog
      title={title}
      isOpen={isOpen}
      onClose={onStay}
      actions={
        <DialogButtons
          onBack={onStay}
          backLabel="Stay"
          isBackFirst
          action={{ label, isDanger: !isSaved, onClick: onDiscard }}
        />
      }
    >
      {loss}
    </ModalDialog>
  );
}
