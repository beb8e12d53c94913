import { ImportPreviewView } from './import-preview.tsx';
import { RejectedRows } from './rejected-rows.tsx';
import type { Import } from './use-import.ts';

/** Rows with errors come first: until they are corrected nothing else matters. */
export function FileContents({
  file,
  chosen,
  shown,
  upload,
  progress,
  correct,
}: Import & { file: File }) {
  const mapping = chosen.mapping ?? (shown?.isRemembered === true ? shown.mapping : undefined);
  return (
    <>
      <RejectedRows file={file} mapping={mapping} rejection={rejectionOf(upload.error, shown)} />
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
type Rejection = Parameters<typeof RejectedRows>[0]['rejection'];

/** What the upload itself said counts for more than what the preview saw coming. */
function rejectionOf(
  error: Error | null,
  shown: { refusedRows: NonNullable<Rejection>['rows']; refused: number } | undefined,
): Rejection {
  if (error !== null && 'rows' in error && 'refused' in error) {
    const { rows, refused } = error as Error & NonNullable<Rejection>; // ApiError has both
    if (rows.length > 0) return { rows, refused };
  }
  return shown ? { rows: shown.refusedRows, refused: shown.refused } : undefined;
}
