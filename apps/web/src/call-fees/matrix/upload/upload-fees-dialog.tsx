import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { RejectedRowTable } from '../../../ui/feedback/rejected-row-table.tsx';
import { FilePicker } from '../../../ui/form/file-picker.tsx';
import shared from '../../../ui/layout/shared.module.css';
import { ChangedCells } from './changed-cells.tsx';
import { useUploadFees } from './use-upload-fees.ts';

/** Fees from a spreadsheet: choose a file, look at what changes, apply. */
export function UploadFeesDialog({ onClose }: { onClose: () => void }) {
  const upload = useUploadFees(onClose);
  const { preview, apply } = upload;
  const isReady = (preview.data?.changed.length ?? 0) > 0;
  const action = {
    label: 'Apply',
    isDisabled: !isReady,
    isBusy: apply.isPending,
    onClick: () => apply.mutate(),
  };
  return (
    <Dialog
      title="Upload fees"
      isOpen
      onClose={onClose}
      isChanged={isReady}
      loss="The file is not applied."
      size="large"
      actions={<DialogButtons action={action} />}
    >
      <div className={shared.stack}>
        <p>
          Download the CSV, change it in a spreadsheet, and upload it here. You see what changes
          first. If any row has an error, nothing is changed.
        </p>
        <FilePicker {...picker} file={upload.file} onPick={upload.pick} onReject={upload.reject} />
        <FileOutcome {...upload} />
      </div>
    </Dialog>
  );
}

function FileOutcome({ preview, error, rejection }: ReturnType<typeof useUploadFees>) {
  return (
    <>
      {preview.isPending && <p aria-busy="true">Reading the file…</p>}
      {error !== undefined && <Alert kind="error">{error}</Alert>}
      {rejection && <RejectedRowTable {...rejection} />}
      {preview.data && <ChangedCells result={preview.data} />}
    </>
  );
}

const picker = { label: 'Fees file', accept: '.csv', hint: 'CSV', atMost: '8 MB' } as const;
