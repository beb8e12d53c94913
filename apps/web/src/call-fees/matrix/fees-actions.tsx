import { may } from '../../platform/session/may.ts';
import { useState } from 'react';
import { today } from '../../platform/browser/local-day.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DownloadIcon, FileIcon, UploadIcon } from '../../ui/controls/icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { saveFile } from '../../ui/lib/save-file.ts';
import { RaiseButton } from '../raise/raise-button.tsx';
import { downloadMatrix } from './fees.queries.ts';
import { UploadFeesDialog } from './upload/upload-fees-dialog.tsx';
import { useAnnexure } from '../annexure/use-annexure.ts';

/** Actions on the fees of all attorneys. */
export function FeesActions({ on }: { on: string | undefined }) {
  const [isUploading, setUploading] = useState(false);
  const mayChange = may('call-fees:write');
  const annexure = useAnnexure(on);
  const csv = useOneMutation({
    mutationFn: () => downloadMatrix(on),
    onSuccess: (content) =>
      saveFile({ name: `fees-${on ?? today()}.csv`, type: 'text/csv;charset=utf-8', content }),
  });
  const error = annexure.error ?? csv.error;
  return (
    <>
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {mayChange && <RaiseButton />}
      <Button variant="outline" isBusy={annexure.isPending} onClick={() => annexure.open()}>
        <FileIcon />
        Fee annexures (PDF)
      </Button>
      <Button variant="outline" isBusy={csv.isPending} onClick={() => csv.mutate()}>
        <DownloadIcon />
        Download CSV
      </Button>
      {mayChange && (
        <Button variant="outline" onClick={() => setUploading(true)}>
          <UploadIcon />
          Upload CSV
        </Button>
      )}
      {isUploading && <UploadFeesDialog onClose={() => setUploading(false)} />}
    </>
  );
}
