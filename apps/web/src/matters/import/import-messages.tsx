import type { ImportPreview } from '@recoup/contract/matters/import-endpoints';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { describeCounts, describeRefusal } from './import-words.ts';
import type { Import } from './use-import.ts';

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

export function Messages({ chosen, note, upload, preview, shown }: Import) {
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
