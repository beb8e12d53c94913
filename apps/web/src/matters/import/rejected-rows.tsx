import type { ColumnMapping } from '@recoup/contract/matters/endpoints';
import { useMutation } from '@tanstack/react-query';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RejectedRowTable } from '../../ui/feedback/rejected-row-table.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DownloadIcon } from '../../ui/controls/icons.tsx';
import { saveFile } from '../../ui/lib/save-file.ts';
import { fetchRejectedRows } from './import-file.ts';
import type { Rejection } from '../../platform/api/rejection.ts';

type Props = {
  file: File;
  mapping: ColumnMapping | undefined;
  rejection: Rejection;
};

/** The rejected rows with reasons, and as a file to correct. */
export function RejectedRows({ file, mapping, rejection }: Props) {
  const download = useMutation({
    mutationFn: () => fetchRejectedRows(file, mapping),
    onSuccess: ({ fileName, fileContent }) =>
      saveFile({ name: fileName, type: 'text/csv;charset=utf-8', content: fileContent }),
  });
  if (rejection.rows.length === 0) return null;
  return (
    <>
      <RejectedRowTable {...rejection} />
      {download.isError && <Alert kind="error">{download.error.message}</Alert>}
      <div>
        <Button variant="outline" isBusy={download.isPending} onClick={() => download.mutate()}>
          <DownloadIcon />
          Download rows with errors
        </Button>
      </div>
    </>
  );
}
