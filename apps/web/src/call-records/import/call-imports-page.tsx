import { uploadLimitText } from '@recoup/contract/core/upload-limits';
import {
  type CallImport,
  callImportEndpoints,
} from '@recoup/contract/call-records/import-endpoints';
import { paths } from '../../platform/browser/paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { useCallImport, type CallImportState } from './use-call-import.ts';
import { Counts, ImportForm } from '../../platform/imports/import-form.tsx';
import { ImportHistory } from '../../platform/imports/import-history.tsx';
import { read } from '../../platform/api/read.ts';
import { formatCount } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { undoQuestion, lineCounts, describeCalls, describeRefusal } from './call-import-texts.ts';
import { send } from '../../platform/api/api-client.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { rejectionFrom } from '../../platform/api/rejection.ts';
import { RejectedRowTable } from '../../ui/feedback/rejected-row-table.tsx';
import { CallPreview } from './call-preview.tsx';

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
  atMost: uploadLimitText,
} as const;

/** Choose, preview, correct and import a file of a telephone system (product-2, section 4). */
function CallImportPanel({ state }: { state: CallImportState }) {
  const { upload, shown } = state;
  const rejection = rejectionFrom(upload.error, shown);
  return (
    <Panel label="Calls in">
      <ImportForm
        state={state}
        picker={picker}
        verb="Import"
        why={refusalText(state)}
        error={state.parties.error}
        describe={describeCalls}
        describeRefusal={describeRefusal}
        Outcome={Imported}
      >
        {/* Until rows with errors are corrected nothing else matters. */}
        {rejection.rows.length > 0 && <RejectedRowTable {...rejection} />}
        {shown !== undefined && <CallPreview state={state} preview={shown} />}
      </ImportForm>
    </Panel>
  );
}

function refusalText({ shown, upload, chosen }: CallImportState): string | undefined {
  if (upload.isSuccess) return 'This file is imported.';
  if (shown?.isZoneDoubtful !== true || chosen.choice.isZoneConfirmed) return undefined;
  return 'First check the time zone below.';
}

/** The notice announces it. */
function Imported({ result }: { result: CallImport }) {
  return (
    <section className={shared.stack} aria-label="Imported">
      <Counts counts={lineCounts(result)} />
      <div>
        <ButtonLink variant="outline" to={paths.firmCalls}>
          Show calls
        </ButtonLink>
      </div>
    </section>
  );
}
