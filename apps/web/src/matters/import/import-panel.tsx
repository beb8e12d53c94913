import { uploadLimitText } from '@recoup/contract/core/upload-limits';
import type { ColumnMapping, UploadResult } from '@recoup/contract/matters/endpoints';
import { importEndpoints, type MatterImport } from '@recoup/contract/matters/import-endpoints';
import { texts } from '@recoup/contract/core/texts';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { read } from '../../platform/api/read.ts';
import { rejectionFrom, type Rejection } from '../../platform/api/rejection.ts';
import { Counts, ImportForm } from '../../platform/imports/import-form.tsx';
import { ImportHistory } from '../../platform/imports/import-history.tsx';
import styles from '../../platform/imports/imports.module.css';
import { Button } from '../../ui/controls/button.tsx';
import { DownloadIcon } from '../../ui/controls/transfer-icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RejectedRowTable } from '../../ui/feedback/rejected-row-table.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import { saveFile } from '../../ui/lib/save-file.ts';
import type { Column } from '../../ui/list/column.ts';
import { exampleFile } from './example-file.ts';
import { MatterPreview } from './import-preview.tsx';
import { describeCounts, describeRefusal, undoQuestion } from './import-texts.ts';
import {
  fetchRejectedRows,
  type MatterImportState,
  rememberedMapping,
} from './use-matter-import.ts';

/** Choose, preview, correct and upload a file (specification, section 2.13). */
export function ImportPanel({ state }: { state: MatterImportState }) {
  const { file } = state.chosen;
  return (
    <Panel label="Matters in">
      <div>
        <h2>Matters in</h2>
        <p className={styles.about}>
          Upload a CSV from your bookkeeping system. Each row needs a matter number and a
          description; other columns are ignored. You see a preview first. If any row has an error,
          nothing is imported.
        </p>
      </div>
      <ImportForm
        state={state}
        picker={picker}
        verb="Upload"
        beside={
          file === null && (
            <Button variant="quiet" onClick={() => saveFile(exampleFile())}>
              <DownloadIcon />
              Example file
            </Button>
          )
        }
        describe={describeCounts}
        describeRefusal={describeRefusal}
        Outcome={Outcome}
      >
        {file !== null && <FileContents state={state} file={file} />}
      </ImportForm>
    </Panel>
  );
}

const picker = {
  label: 'Matter File Upload',
  accept: '.csv',
  hint: 'CSV',
  atMost: uploadLimitText,
} as const;

/** Rows with errors come first: until they are corrected nothing else matters. */
function FileContents({ state, file }: { state: MatterImportState; file: File }) {
  const { chosen, shown, upload } = state;
  const mapping = chosen.choice.mapping ?? rememberedMapping(shown);
  return (
    <>
      <RejectedRows file={file} mapping={mapping} rejection={rejectionFrom(upload.error, shown)} />
      {shown !== undefined && <MatterPreview state={state} preview={shown} />}
    </>
  );
}

type Props = {
  file: File;
  mapping: ColumnMapping | undefined;
  rejection: Rejection;
};

/** The rejected rows with reasons, and as a file to correct. */
function RejectedRows({ file, mapping, rejection }: Props) {
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

/** Counts and notices of a finished upload. */
function Outcome({ result }: { result: UploadResult }) {
  return (
    <>
      <Alert kind="success">
        <strong>{texts.uploaded}</strong>
        <Counts
          counts={[
            ['New', result.created],
            ['Changed', result.updated],
            ['Unchanged', result.unchanged],
            ['Total matters', result.matters],
          ]}
        />
      </Alert>
      {result.notices?.map((notice) => (
        <Alert key={notice} kind="info">
          {notice}
        </Alert>
      ))}
    </>
  );
}

export function MatterImportHistory({ onUndone }: { onUndone: () => void }) {
  return (
    <ImportHistory
      changes={['matters']}
      query={(query) => read(importEndpoints.listImports, { query }, { what: 'imports' })}
      none="Imported files are listed here."
      counts={counts}
      question={undoQuestion}
      undo={(id) => send(importEndpoints.undoImport, { params: { id } })}
      onUndone={onUndone}
    />
  );
}

const counts: readonly Column<MatterImport>[] = [
  { key: 'created', title: 'New', align: 'end', cell: ({ created }) => formatCount(created) },
  { key: 'updated', title: 'Changed', align: 'end', cell: ({ updated }) => formatCount(updated) },
  {
    key: 'unchanged',
    title: 'Unchanged',
    align: 'end',
    cell: ({ unchanged }) => formatCount(unchanged),
  },
];
