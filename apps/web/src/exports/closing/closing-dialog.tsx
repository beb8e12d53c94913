import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { useSettled } from '../ui/dialog/use-settled.ts';
import styles from './exports.module.css';
import { closingPreviewQuery, type SeenClosing } from './exports.queries.ts';
import { PreviewFacts } from './closing-facts.tsx';

const about = 'Exports entries not exported before and locks them until the export is reopened.';

type Props = {
  isBusy: boolean;
  /** Why the closing did not succeed. */
  error: Error | null;
  onConfirm: (closing: SeenClosing) => void;
  /** Stops a closing that is under way. */
  onCancel: () => void;
  onClose: () => void;
};

/** Previews a closing before it locks. A running one can only be cancelled. */
export function ClosingDialog({ isBusy, error, onConfirm, onCancel, onClose }: Props) {
  const [to, setTo] = useState('');
  const query = useQuery({ ...closingPreviewQuery(to), enabled: !isBusy });
  const { isFetching } = query;
  const preview = query.error === null ? query.data : undefined;
  const shownError = error ?? query.error;
  const confirm = () => {
    if (preview && !isFetching) onConfirm({ to, rows: preview.rows, sum: preview.sum });
  };
  return (
    <Dialog
      title="Close and export"
      isOpen
      isKept
      onClose={isBusy ? undefined : onClose}
      actions={
        <ClosingButtons
          isBusy={isBusy || isFetching}
          isDisabled={!preview && !isFetching}
          onCancel={isBusy ? onCancel : onClose}
          onConfirm={confirm}
        />
      }
    >
      <p className={styles.about}>{about}</p>
      {shownError !== null && <Alert kind="error">{shownError.message}</Alert>}
      <TextField
        label="Last day"
        type="date"
        description="Leave empty for everything to date"
        disabled={isBusy}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <PreviewFacts preview={preview} />
    </Dialog>
  );
}

type ActionsProps = {
  isBusy: boolean;
  isDisabled: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

function ClosingButtons({ isBusy, isDisabled, onCancel, onConfirm }: ActionsProps) {
  // The second tap of the double tap that opened the dialog confirms nothing.
  const isSettled = useSettled(true);
  return (
    <>
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
      <Button isBusy={isBusy} isResting={!isSettled} disabled={isDisabled} onClick={onConfirm}>
        Close and export
      </Button>
    </>
  );
}
