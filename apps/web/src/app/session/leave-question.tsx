import { texts } from '@recoup/contract/core/texts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';

type Props = { onStay: () => void; onLeave: () => void };

/** The specification's question (section 2.7), for every way out of every form. */
export function LeaveQuestion({ onStay, onLeave }: Props) {
  return (
    <Dialog
      title="Unsaved changes"
      isOpen
      onClose={onStay}
      actions={
        <DialogButtons
          onBack={onStay}
          backLabel="Stay"
          action={{ label: 'Leave', isDanger: true, onClick: onLeave }}
        />
      }
    >
      {texts.unsavedChanges}
    </Dialog>
  );
}
