import { useContext } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { CloseDialog } from '../../ui/dialog/close-dialog.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { RejectedRows } from '../rejected-rows.tsx';
import styles from '../exports.module.css';
import type { SeenClosing } from '../exports.queries.ts';
import { PreviewFacts } from './closing-facts.tsx';
import { ClosingOverride } from './closing-override.tsx';
import { useClosingForm } from './use-closing-form.ts';

const about = 'Exports entries not exported before and locks them until the export is reopened.';

type Props = {
  /** The last day at first; empty for everything to date. */
  startTo: string;
  /** The layout of the posting file that follows the closing. */
  layout: string | undefined;
  isBusy: boolean;
  /** Why the closing did not succeed. */
  error: Error | null;
  onConfirm: (closing: SeenClosing) => void;
  /** Stops a closing that is under way. */
  onCancel: () => void;
  onClose: () => void;
};

/** Previews a closing before it locks. A running one can only be cancelled. */
export function ClosingDialog({ isBusy, error, onConfirm, onCancel, onClose, ...given }: Props) {
  const seen = useClosingForm({ ...given, isBusy });
  const { to, preview, isFetching, reason, isRefused } = seen;
  const shownError = error ?? seen.error;
  return (
    <Dialog
      title="Close and export"
      isOpen
      isKept
      isChanged={reason !== '' || to !== given.startTo}
      onClose={isBusy ? undefined : onClose}
      actions={
        <ClosingButtons
          isBusy={isBusy || isFetching}
          isDisabled={(!preview && !isFetching) || isRefused}
          onCancel={isBusy ? onCancel : undefined}
          onConfirm={() => seen.closing && onConfirm(seen.closing)}
        />
      }
    >
      <p className={styles.about}>{about}</p>
      <RejectedRows error={shownError} />
      <TextField
        label="Last day"
        type="date"
        description="Leave empty for everything to date"
        disabled={isBusy}
        value={to}
        onChange={(event) => seen.setTo(event.currentTarget.value)}
      />
      <PreviewFacts preview={preview} />
      {seen.isBlocked && <ClosingOverride {...seen.override} isBusy={isBusy} onLeave={onClose} />}
    </Dialog>
  );
}

type ActionsProps = {
  isBusy: boolean;
  isDisabled: boolean;
  /** Without it Cancel closes the dialog as Escape does. */
  onCancel: (() => void) | undefined;
  onConfirm: () => void;
};

function ClosingButtons({ isBusy, isDisabled, onCancel, onConfirm }: ActionsProps) {
  const close = useContext(CloseDialog);
  // The second tap of the double tap that opened the dialog confirms nothing.
  const isSettled = useSettled(true);
  return (
    <>
      <Button variant="outline" onClick={onCancel ?? close}>
        Cancel
      </Button>
      <Button isBusy={isBusy} isResting={!isSettled} disabled={isDisabled} onClick={onConfirm}>
        Close and export
      </Button>
    </>
  );
}
