import type { FormEvent } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { DownloadIcon } from '../../ui/controls/icons.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { saveFile } from '../../ui/lib/save-file.ts';
import { exampleFile } from './example-file.ts';
import { ImportButtons } from './import-buttons.tsx';
import styles from './imports.module.css';
import type { Import } from './use-import.ts';
import shared from '../../ui/layout/shared.module.css';
import { ImportPreviewView } from './import-preview.tsx';
import { rejectionFrom, type Rejection } from '../../platform/api/rejection.ts';
import type { ImportPreview } from '@recoup/contract/matters/import-endpoints';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { describeCounts, describeRefusal } from './import-texts.ts';
import type { ColumnMapping } from '@recoup/contract/matters/endpoints';
import { useMutation } from '@tanstack/react-query';
import { RejectedRowTable } from '../../ui/feedback/rejected-row-table.tsx';
import { fetchRejectedRows } from './import-file.ts';
import { Form } from '../../ui/form/form.tsx';

/** Choose, preview, correct and upload a file (specification, section 2.13). */
export function ImportPanel({ state }: { state: Import }) {
  const { chosen } = state;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    state.submit();
  };
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
      <Form isSaving={false} className={shared.stack} onSubmit={submit}>
        <FilePicker {...picker} file={chosen.file} onPick={state.pick} onReject={state.refuse} />
        <ImportButtons verb="Upload" why={refusalText(state.shown)} state={state}>
          {chosen.file === null && (
            <Button variant="quiet" onClick={() => saveFile(exampleFile())}>
              <DownloadIcon />
              Example file
            </Button>
          )}
        </ImportButtons>
        <Messages {...state} />
        {chosen.file !== null && <FileContents {...state} file={chosen.file} />}
      </Form>
    </Panel>
  );
}

function refusalText(shown: Import['shown']): string | undefined {
  if (shown === undefined || (shown.refused === 0 && shown.fault === null)) return undefined;
  return 'Nothing would be imported: see below.';
}

const picker = {
  label: 'Matter File Upload',
  accept: '.csv',
  hint: 'CSV',
  atMost: '150 MB',
} as const;

/** Rows with errors come first: until they are corrected nothing else matters. */
function FileContents({ file, chosen, shown, upload, progress, correct }: Import & { file: File }) {
  const mapping = chosen.mapping ?? (shown?.isRemembered === true ? shown.mapping : undefined);
  return (
    <>
      <RejectedRows file={file} mapping={mapping} rejection={rejectionFrom(upload.error, shown)} />
      {shown !== undefined && (
        <ImportPreviewView
          preview={shown}
          isFaultSaid={upload.error?.message === shown.fault}
          isBusy={progress !== null}
          onCorrect={correct}
        />
      )}
    </>
  );
}

/** A file that cannot be understood, or has rows with errors, has an alert of its own. */
function announced({
  chosen,
  upload,
  preview: { data },
}: Pick<Import, 'chosen' | 'upload' | 'preview'>): string {
  return chosen.file === null || !upload.isIdle || !data || data.fault !== null || data.refused > 0
    ? ''
    : describeCounts(data);
}

function Messages({ chosen, note, upload, preview, shown }: Import) {
  const error = upload.error ?? (upload.isPending ? null : preview.error);
  return (
    <>
      {note !== null && <Alert kind={note.kind}>{note.text}</Alert>}
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {error === null && isRefused(shown) && <Alert kind="error">{describeRefusal(shown)}</Alert>}
      {upload.data !== undefined && <ImportOutcome result={upload.data} />}
      {/* There before its text is, which is announced then. */}
      <output className="visually-hidden">{announced({ chosen, upload, preview })}</output>
    </>
  );
}

/** Whether an upload is certain to be refused for its rows. */
function isRefused(shown: ImportPreview | undefined): shown is ImportPreview {
  return shown !== undefined && shown.refused > 0;
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
