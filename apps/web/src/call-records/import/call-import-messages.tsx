import { Counts } from '../../matters/import/import-outcome.tsx';
import { paths } from '../../platform/browser/paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import shared from '../../ui/layout/shared.module.css';
import { lineCounts, describeCalls, describeRefusal } from './call-import-words.ts';
import type { CallImportState } from './use-call-import.ts';

/** Errors of the file, the result of its import, or the announcement of its preview. */
export function CallImportMessages({ state }: { state: CallImportState }) {
  const { note, upload, preview, parties, shown } = state;
  const error = upload.error ?? (upload.isPending ? null : preview.error);
  return (
    <>
      {note !== null && <Alert kind={note.kind}>{note.text}</Alert>}
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {error === null && parties.error !== null && (
        <Alert kind="error">{parties.error.message}</Alert>
      )}
      {error === null && shown !== undefined && shown.refused > 0 && (
        <Alert kind="error">{describeRefusal(shown)}</Alert>
      )}
      {upload.data !== undefined && (
        // The notice announces it.
        <section className={shared.stack} aria-label="Imported">
          <Counts counts={lineCounts(upload.data)} />
          <div>
            <ButtonLink variant="outline" to={paths.firmCalls}>
              Show calls
            </ButtonLink>
          </div>
        </section>
      )}
      {/* There before its text is, which is announced then. */}
      <output className="visually-hidden">{announced(state)}</output>
    </>
  );
}

/** A file that cannot be understood, or has rows with errors, has an alert of its own. */
function announced({ chosen, upload, preview: { data } }: CallImportState): string {
  return chosen.file === null || !upload.isIdle || !data || data.fault !== null || data.refused > 0
    ? ''
    : describeCalls(data);
}
