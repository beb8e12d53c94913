import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { errorCountText, RejectedRowTable } from '../../../ui/feedback/rejected-row-table.tsx';
import { FilePicker } from '../../../ui/form/file-picker.tsx';
import shared from '../../../ui/layout/shared.module.css';
import { differencesText, rejectionText } from '../../raise/raise-words.ts';
import { ChangedCells } from './changed-cells.tsx';
import { useUploadFees } from './use-upload-fees.ts';

/** Fees from a spreadsheet: choose a file, look at what changes, apply. */
export function UploadFeesDialog({ onClose }: { onClose: () => void }) {
  const upload = useUploadFees(onClose);
  const { shown, apply } = upload;
  const isReady = shown !== undefined && shown.changed.length > 0;
  const action = {
    label: 'Apply',
    isDisabled: !isReady,
    isBusy: apply.isPending || (isReady && upload.isPending),
    onClick: apply.start,
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
          Download the CSV, change it in a spreadsheet, and upload it here. In each row that you
          change, enter as validFrom the day from which the new fees hold: today or later. You see
          what changes first. If any row has an error, nothing is changed.
        </p>
        <FilePicker {...picker} file={upload.file} onPick={upload.pick} onReject={upload.reject} />
        <FileOutcome {...upload} />
      </div>
    </Dialog>
  );
}

function FileOutcome({
  shown,
  isPending,
  differences,
  hasChanged,
  error,
  rejection,
}: ReturnType<typeof useUploadFees>) {
  const button = shown?.changed.length === 0 ? undefined : 'Apply';
  return (
    <>
      {isPending && !shown && <p aria-busy="true">Reading the file…</p>}
      {error !== undefined && (
        <Alert kind="error">
          <p>{rejectionText(error)}</p>
          {rejection && (
            <p>{errorCountText(rejection.refused)}. Correct them, and choose the file again.</p>
          )}
          {hasChanged && <p>{differencesText(differences, button)}</p>}
        </Alert>
      )}
      {rejection && <RejectedRowTable {...rejection} />}
      {shown && <ChangedCells result={shown} isStale={isPending} differences={differences} />}
    </>
  );
}

const picker = { label: 'Fees file', accept: '.csv', hint: 'CSV', atMost: '8 MB' } as const;
