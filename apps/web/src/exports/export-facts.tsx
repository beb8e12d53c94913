import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { formatCount, formatMoment } from '../ui/lib/format.ts';
import { DownloadIcon } from '../ui/controls/icons.tsx';
import { Panel } from '../ui/layout/page-frame.tsx';
import { saveFile } from '../ui/lib/save-file.ts';
import { StatusDot } from '../ui/feedback/status-dot.tsx';
import { exportStates, periodWords } from './export-words.ts';
import styles from './exports.module.css';
import { downloadExport, type FileChoice, fileChoices } from './exports.queries.ts';

/** What an export is, and its files again. */
export function ExportFacts({ record }: { record: ExportRecord }) {
  const { reopening } = record;
  return (
    <Panel label="The export">
      {reopening !== null && (
        <Alert kind="info">
          Reopened by {reopening.by.name} on {formatMoment(reopening.at)}: {reopening.reason}
        </Alert>
      )}
      <dl className={styles.facts}>
        <Fact title="State">
          <StatusDot {...exportStates[record.state]} />
        </Fact>
        <Fact title="Taken">{formatMoment(record.createdAt)}</Fact>
        <Fact title="By">{record.by.name}</Fact>
        <Fact title="Period">{periodWords(record)}</Fact>
        <Fact title="Rows">{formatCount(record.rows)}</Fact>
        <Fact title="Sum">{formatRand(toCentsTotal(record.sum))}</Fact>
        <div className={styles.hash}>
          <dt>SHA-256 of the CSV</dt>
          <dd>{record.sha256}</dd>
        </div>
      </dl>
      <FilesAgain id={record._id} />
    </Panel>
  );
}

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const fileKey = ['file-again'] as const;

function FilesAgain({ id }: { id: string }) {
  const client = useQueryClient();
  const again = useMutation({
    mutationKey: fileKey,
    mutationFn: (choice: FileChoice) => downloadExport(id, choice),
    onSuccess: (file) => saveFile(file),
  });
  const save = (choice: FileChoice, clicks: number): void => {
    // A double click saves one file, however fast the first was.
    if (clicks < 2 && client.isMutating({ mutationKey: fileKey }) === 0) again.mutate(choice);
  };
  return (
    <div>
      {again.isError && <Alert kind="error">{again.error.message}</Alert>}
      <div className={styles.row}>
        {fileChoices.map((choice) => (
          <Button
            key={choice.value}
            variant="outline"
            size="small"
            isBusy={again.isPending && again.variables === choice}
            onClick={(event) => save(choice, event.detail)}
          >
            <DownloadIcon />
            {choice.label}
          </Button>
        ))}
      </div>
    </div>
  );
}
