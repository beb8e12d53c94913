import { warningMessage } from '@recoup/contract/call-fees/messages';
import { findScheduleWarnings } from '@recoup/contract/call-fees/rules';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import type { SavedFees } from './use-call-fee-modal.ts';

type Props = {
  /** The fees to confirm; undefined while the dialog is closed. */
  saved: SavedFees | undefined;
  onSave: (saved: SavedFees) => void;
  onBack: () => void;
};

/** Asks before it saves fees with which a longer call is cheaper. */
export function FallingPricesDialog({ saved, onSave, onBack }: Props) {
  return (
    <Dialog
      title="Save fees that fall with length?"
      isOpen={saved !== undefined}
      onClose={onBack}
      actions={
        <DialogButtons
          backLabel="Change fees"
          action={{
            label: 'Save these fees',
            isDanger: true,
            onClick: () => saved && onSave(saved),
          }}
        />
      }
    >
      {fallingPriceMessages(saved).map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Dialog>
  );
}

/** Which rows are cheaper than the row before, in sentences. */
export function fallingPriceMessages(saved: SavedFees | undefined): string[] {
  return findScheduleWarnings(saved?.bands ?? [])
    .filter(({ code }) => code === 'price_falls')
    .map(warningMessage);
}
