import { feeAnnexureEndpoints } from '@recoup/contract/call-fees/annexure-endpoints';
import { download } from '../platform/api/api-download.ts';
import { Button } from '../ui/controls/button.tsx';
import { DownloadIcon } from '../ui/controls/icons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { saveFile } from '../ui/lib/save-file.ts';
import styles from './fee-annexure.module.css';
import shared from '../ui/layout/shared.module.css';

/** Saves the attorney's fees of today as a PDF for clients to sign. */
export function FeeAnnexure({ attorneyId, note }: { attorneyId: string; note?: string }) {
  const annexure = useOneMutation({
    mutationFn: () =>
      download(
        feeAnnexureEndpoints.getFeeAnnexure,
        { params: { id: attorneyId }, query: {} },
        { accept: 'application/pdf' },
      ),
    onSuccess: (file) => saveFile(file),
  });
  const save = (clicks: number): void => {
    // A double click saves one file, however fast the first was.
    if (clicks < 2) annexure.mutate();
  };
  return (
    <div>
      {annexure.isError && <Alert kind="error">{annexure.error.message}</Alert>}
      <div className={styles.row}>
        <Button
          variant="outline"
          size="small"
          isBusy={annexure.isPending}
          onClick={(event) => save(event.detail)}
        >
          <DownloadIcon />
          Fee annexure (PDF)
        </Button>
        {note !== undefined && <p className={shared.muted}>{note}</p>}
      </div>
    </div>
  );
}
