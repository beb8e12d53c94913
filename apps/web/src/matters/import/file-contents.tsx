import { ImportPreviewView } from './import-preview.tsx';
import { RejectedRows } from './rejected-rows.tsx';
import { rejectionFrom } from '../../platform/api/rejection.ts';
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
