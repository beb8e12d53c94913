import type { FormEvent } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { FilePicker } from '../ui/form/file-picker.tsx';
import { DownloadIcon, UploadIcon } from '../ui/controls/icons.tsx';
import { Panel } from '../ui/layout/page-frame.tsx';
import { saveFile } from '../ui/lib/save-file.ts';
import { exampleFile } from './example-file.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportPreviewView } from './import-preview.tsx';
import { ImportProgressBar } from './import-progress.tsx';
import { describeCounts } from './import-words.ts';
import styles from './imports.module.css';
import { RejectedRows } from './rejected-rows.tsx';
import type { Import } from './use-import.ts';

/** The Import side of the Import / Export Manager: choose, look, correct, upload (specification, section 2.13). */
export function ImportPanel({ state }: { state: Import }) {
  const { chosen, upload, progress } = state;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    state.submit();
  };
  return (
    <Panel label="Matters in">
      <div>
        <h2>Matters in</h2>
        <p className={styles.about}>
          A CSV file from the bookkeeping system, with a matter number and a description in each
          row. It is taken in whole or not at all, and the same file twice changes nothing. Other
          columns may stay in it: you see what is read before anything happens.
        </p>
      </div>
      <form className={styles.form} onSubmit={submit}>
        <FilePicker {...picker} file={chosen.file} onPick={state.pick} onReject={state.refuse} />
        {/* Above all that comes later: what gives way under the pointer loses the click. */}
        <div className={styles.buttons}>
          <Button type="submit" isBusy={upload.isPending}>
            <UploadIcon />
            Upload
          </Button>
          {chosen.file === null && (
            <Button variant="quiet" onClick={() => saveFile(exampleFile())}>
              <DownloadIcon />
              Example file
            </Button>
          )}
          {progress !== null && (
            <ImportProgressBar
              progress={progress}
              size={chosen.file?.size ?? 0}
              isUpload={upload.isPending}
              onCancel={state.cancel}
            />
          )}
        </div>
        <Messages {...state} />
        {chosen.file !== null && <FileContents {...state} file={chosen.file} />}
      </form>
    </Panel>
  );
}

/** A file that cannot be understood has an alert of its own. */
function announced({
  chosen,
  upload,
  preview: { data },
}: Pick<Import, 'chosen' | 'upload' | 'preview'>): string {
  return chosen.file === null || !upload.isIdle || !data || data.fault !== null
    ? ''
    : describeCounts(data);
}

const picker = {
  label: 'Matter File Upload',
  accept: '.csv',
  hint: 'CSV',
  atMost: '150 MB',
} as const;

function Messages({ chosen, note, upload, preview }: Import) {
  const error = upload.error ?? (upload.isPending ? null : preview.error);
  return (
    <>
      {note !== null && <Alert kind={note.kind}>{note.text}</Alert>}
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {upload.data !== undefined && <ImportOutcome result={upload.data} />}
      {/* There before its text is, which is announced then. */}
      <output className="visually-hidden">{announced({ chosen, upload, preview })}</output>
    </>
  );
}

function FileContents({
  file,
  chosen,
  preview,
  upload,
  progress,
  correct,
}: Import & { file: File }) {
  const shown = upload.isSuccess ? undefined : (preview.data ?? chosen.earlier);
  const mapping = chosen.mapping ?? (shown?.isRemembered === true ? shown.mapping : undefined);
  return (
    <>
      {shown !== undefined && (
        <ImportPreviewView
          preview={shown}
          isFaultSaid={upload.error?.message === shown.fault}
          isBusy={progress !== null}
          onCorrect={correct}
        />
      )}
      <RejectedRows file={file} mapping={mapping} rejection={rejectionOf(upload.error, shown)} />
    </>
  );
}

type Rejection = Parameters<typeof RejectedRows>[0]['rejection'];

/** What the upload itself said counts for more than what the preview saw coming. */
function rejectionOf(
  error: Error | null,
  shown: { refusedRows: NonNullable<Rejection>['rows']; refused: number } | undefined,
): Rejection {
  if (error !== null && 'rows' in error && 'refused' in error) {
    const { rows, refused } = error as unknown as NonNullable<Rejection>; // ApiError has both
    if (rows.length > 0) return { rows, refused };
  }
  return shown ? { rows: shown.refusedRows, refused: shown.refused } : undefined;
}
