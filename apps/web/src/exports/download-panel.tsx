import { texts } from '@recoup/contract/texts';
import { useMutation } from '@tanstack/react-query';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { Panel } from '../ui/page-frame.tsx';
import { saveFile } from '../ui/save-file.ts';
import { downloadDisbursements } from './exports.queries.ts';
import styles from './file-handler-page.module.css';

export function DownloadPanel() {
  const download = useMutation({
    mutationFn: downloadDisbursements,
    onSuccess: ({ fileName, fileContent }) => saveFile({ name: fileName, type: 'text/csv;charset=utf-8', content: fileContent }),
  });
  return (
    <Panel label="Disbursements out">
      <div>
        <h2>Disbursements out</h2>
        <p className={styles['about']}>Every call and disbursement that was recorded, priced, as a CSV file for the bookkeeping system.</p>
      </div>
      {download.isError && <Alert kind="error">{download.error.message}</Alert>}
      {download.isSuccess && (
        <Alert kind="success">
          <strong>{texts.downloaded}</strong> It was saved as {download.data.fileName}.
        </Alert>
      )}
      <div>
        <Button look="outline" isBusy={download.isPending} onClick={() => download.mutate()}>
          <DownloadIcon />
          Download Disbursements
        </Button>
      </div>
    </Panel>
  );
}
