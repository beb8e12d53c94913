import type { FormEvent } from 'react';
import {
  type CallImport,
  callImportEndpoints,
} from '@recoup/contract/call-records/import-endpoints';
import { paths } from '../../platform/browser/paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { useCallImport, type CallImportState } from './use-call-import.ts';
import { ImportHistory } from '../../matters/import/import-history.tsx';
import { read } from '../../platform/api/read.ts';
import { formatCount } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { undoQuestion, lineCounts, describeCalls, describeRefusal } from './call-import-texts.ts';
import { send } from '../../platform/api/api-client.ts';
import { ImportButtons } from '../../matters/import/import-buttons.tsx';
import { blurGuard } from '../../ui/form/blur-guard.ts';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { rejectionFrom } from '../../platform/api/rejection.ts';
import { RejectedRowTable } from '../../ui/feedback/rejected-row-table.tsx';
import { CallPreview } from './call-preview.tsx';
import { Counts } from '../../matters/import/import-outcome.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Form } from '../../ui/form/form.tsx';

const intro =
  'Export the calls of your telephone system as CSV. Recoup recognises Asterisk, FreePBX, ' +
  'FreeSWITCH, 3CX, Yeastar, Teams and Cisco; of any other file you match the columns. You see ' +
  'a preview first, and the same call twice counts once.';

/** Files of telephone systems, and what became of them (product-2, section 4). */
export function CallImportsPage() {
  const state = useCallImport();
  return (
    <PageFrame title="Import calls" width="form" intro={intro}>
      <CallImportPanel state={state} />
      <CallImportHistory onUndone={state.lookAgain} />
    </PageFrame>
  );
}

function CallImportHistory({ onUndone }: { onUndone: () => void }) {
  return (
    <ImportHistory
      changes={['call-records']}
      query={(query) => read(callImportEndpoints.listCallImports, { query }, { what: 'imports' })}
      none="Imported files of calls are listed here."
      counts={counts}
      origin={({ source }) => source.name}
      question={undoQuestion}
      undo={(id) => send(callImportEndpoints.undoCallImport, { params: { id } })}
      onUndone={onUndone}
    />
  );
}

const counts: readonly Column<CallImport>[] = [
  { key: 'added', title: 'New', align: 'end', cell: ({ added }) => formatCount(added) },
  { key: 'repeated', title: 'Known', align: 'end', cell: ({ repeated }) => formatCount(repeated) },
];

/** Accepts any file extension: Cisco CUCM writes files without one. */
const picker = {
  label: 'File of calls',
  hint: 'CSV',
  atMost: '150 MB',
} as const;

/** Choose, preview, correct and import a file of a telephone system (product-2, section 4). */
function CallImportPanel({ state }: { state: CallImportState }) {
  const { chosen } = state;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    state.submit();
  };
  return (
    <Panel label="Calls in">
      <Form isSaving={false} className={shared.stack} {...blurGuard} onSubmit={submit}>
        <FilePicker {...picker} file={chosen.file} onPick={state.pick} onReject={state.refuse} />
        <ImportButtons verb="Import" why={refusalText(state)} state={state} />
        <CallImportMessages state={state} />
        {chosen.file !== null && <CallFileContents state={state} />}
      </Form>
    </Panel>
  );
}

function refusalText({ shown, upload, chosen }: CallImportState): string | undefined {
  if (upload.isSuccess) return 'This file is imported.';
  if (shown === undefined) return undefined;
  if (shown.refused > 0 || shown.fault !== null) return 'Nothing would be imported: see below.';
  if (shown.isZoneDoubtful && !chosen.isZoneConfirmed) return 'First check the time zone below.';
  return undefined;
}

/** Rows with errors come first: until they are corrected nothing else matters. */
function CallFileContents({ state }: { state: CallImportState }) {
  const { upload, shown } = state;
  const rejection = rejectionFrom(upload.error, shown);
  return (
    <>
      {rejection.rows.length > 0 && <RejectedRowTable {...rejection} />}
      {shown !== undefined && <CallPreview state={state} preview={shown} />}
    </>
  );
}

/** Errors of the file, the result of its import, or the announcement of its preview. */
function CallImportMessages({ state }: { state: CallImportState }) {
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
