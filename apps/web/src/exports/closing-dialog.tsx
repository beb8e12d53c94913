import type { ExportPreview } from '@recoup/contract/exports/endpoints';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { formatCount, formatDate } from '../ui/lib/format.ts';
import { useSettled } from '../ui/dialog/use-settled.ts';
import styles from './exports.module.css';
import { closingPreviewQuery, type SeenClosing } from './exports.queries.ts';

const about =
  'Takes what no export holds yet, and locks it: it cannot be changed or exported twice until the export is reopened.';

type Props = {
  isBusy: boolean;
  /** Why the closing did not succeed. */
  error: Error | null;
  onConfirm: (closing: SeenClosing) => void;
  /** Stops a closing that is under way. */
  onCancel: () => void;
  onClose: () => void;
};

/** What a closing would take, before it locks it. Once it is under way only Cancel leaves the dialog. */
export function ClosingDialog({ isBusy, error, onConfirm, onCancel, onClose }: Props) {
  const [to, setTo] = useState('');
  const {
    data,
    error: previewError,
    isFetching,
  } = useQuery({ ...closingPreviewQuery(to), enabled: !isBusy });
  const preview = previewError === null ? data : undefined;
  const fault = error ?? previewError;
  // The second tap of the double tap that opened the dialog confirms nothing.
  const isSettled = useSettled(true);
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
        <>
          <Button variant="outline" onClick={isBusy ? onCancel : onClose}>
            Cancel
          </Button>
          <Button
            isBusy={isBusy || isFetching}
            isResting={!isSettled}
            disabled={!preview && !isFetching}
            onClick={confirm}
          >
            Close and export
          </Button>
        </>
      }
    >
      <p className={styles.about}>{about}</p>
      {fault !== null && <Alert kind="error">{fault.message}</Alert>}
      <TextField
        label="Last day"
        type="date"
        description="Empty: up to the last"
        disabled={isBusy}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <PreviewFacts preview={preview} />
    </Dialog>
  );
}

/** Each fact has its place before it is known. */
function PreviewFacts({ preview }: { preview: ExportPreview | undefined }) {
  const facts = [
    ['Entries', preview && formatCount(preview.rows)],
    ['Sum', preview && formatRand(toCentsTotal(preview.sum))],
    ['First entry', preview && formatDate(preview.firstDay)],
    ['Last entry', preview && formatDate(preview.lastDay)],
  ] as const;
  return (
    <dl className={styles.preview} aria-label="What would be closed">
      {facts.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
