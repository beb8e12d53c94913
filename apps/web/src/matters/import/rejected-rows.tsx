import type { RejectedRow } from '@recoup/contract/core/errors';
import type { ColumnMapping } from '@recoup/contract/matters/endpoints';
import { useMutation } from '@tanstack/react-query';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import { DownloadIcon } from '../../ui/controls/icons.tsx';
import { saveFile } from '../../ui/lib/save-file.ts';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { fetchRejectedRows } from './import-file.ts';
import styles from './imports.module.css';

type Props = {
  file: File;
  mapping: ColumnMapping | undefined;
  rejection: { rows: readonly RejectedRow[]; refused: number } | undefined;
};

/** The rejected rows with reasons, and as a file to correct. */
export function RejectedRows({ file, mapping, rejection }: Props) {
  const download = useMutation({
    mutationFn: () => fetchRejectedRows(file, mapping),
    onSuccess: ({ fileName, fileContent }) =>
      saveFile({ name: fileName, type: 'text/csv;charset=utf-8', content: fileContent }),
  });
  if (!rejection || rejection.rows.length === 0) return null;
  return (
    <>
      <Reasons {...rejection} />
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

function Reasons({ rows, refused }: NonNullable<Props['rejection']>) {
  return (
    <ScrollArea label="Rows with errors">
      <table>
        <caption>{captionOf(rows, refused)}</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td>{formatCount(row)}</td>
              <td>{column}</td>
              <td className={styles.reason}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function captionOf(rows: readonly RejectedRow[], refused: number): string {
  const counted = `${formatCount(refused)} ${refused === 1 ? 'row has' : 'rows have'} errors`;
  const listed = new Set(rows.map(({ row }) => row)).size;
  return listed < refused ? `${counted}; the first ${formatCount(listed)} are listed` : counted;
}
