import { Button } from '../../ui/controls/button.tsx';
import { DownloadIcon } from '../../ui/controls/transfer-icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import styles from './fee-annexure.module.css';
import { useAnnexure } from './use-annexure.ts';
import shared from '../../ui/layout/shared.module.css';

/** Saves the attorney's fees of today as a PDF for clients to sign. */
export function FeeAnnexure({ attorneyId, note }: { attorneyId: string; note?: string }) {
  const annexure = useAnnexure(undefined);
  return (
    <div>
      {annexure.error !== null && <Alert kind="error">{annexure.error.message}</Alert>}
      <div className={styles.row}>
        <Button
          variant="outline"
          isOnce
          isBusy={annexure.isPending}
          onClick={() => annexure.open(attorneyId)}
        >
          <DownloadIcon />
          Fee annexure (PDF)
        </Button>
        {note !== undefined && <p className={shared.muted}>{note}</p>}
      </div>
    </div>
  );
}
