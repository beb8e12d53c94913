import {
  type CallImport,
  callImportEndpoints,
  type CallImportPreview,
} from '@recoup/contract/call-records/import-endpoints';
import { callFields, type CallMapping } from '@recoup/contract/call-records/mapping';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import { uploadLimitText } from '@recoup/contract/core/upload-limits';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { read } from '../../platform/api/read.ts';
import { rejectionFrom } from '../../platform/api/rejection.ts';
import { paths } from '../../platform/browser/paths.ts';
import {
  Counts,
  ImportForm,
  MappingFields,
  PreviewFrame,
} from '../../platform/imports/import-form.tsx';
import { ImportHistory, historyOptions } from '../../platform/imports/import-history.tsx';
import importStyles from '../../platform/imports/imports.module.css';
import { useAttorneyNames } from '../../platform/session/attorney-names.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RejectedRowTable } from '../../ui/feedback/rejected-row-table.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatCount } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import type { Column } from '../../ui/list/column.ts';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { callSourcesQuery } from '../call-set-up.queries.ts';
import { callLengthText, callsText, directionText } from '../open-calls/call-texts.ts';
import { ZoneField } from '../zone-field/zone-field.tsx';
import {
  callFieldLabels,
  describeCalls,
  describeFile,
  describeRefusal,
  lineCounts,
  systemText,
  undoQuestion,
  zoneQuestion,
} from './call-import-texts.ts';
import styles from './call-imports.module.css';
import { DateOrderField } from './date-order-field.tsx';
import {
  type CallImportState,
  type OwnParties as Choices,
  useCallImport,
} from './use-call-import.ts';

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
      query={(query) => read(callImportEndpoints.listCallImports, { query }, historyOptions)}
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

type Props = { state: CallImportState; preview: CallImportPreview };

/** Preview of an import, with the settings that the user can correct first. */
function CallPreview({ state, preview }: Props) {
  const { fault, ownParties, calls } = preview;
  return (
    <PreviewFrame
      state={state}
      preview={preview}
      heading={<h2>Preview: {systemText(preview.source)}</h2>}
      counts={[...lineCounts(preview), ...errorCounts(preview)]}
      fields={<Fields state={state} preview={preview} />}
      about={fault === null ? describeFile(preview) : ''}
    >
      {ownParties.length > 0 && (
        <OwnParties {...preview} parties={state.parties} onSaved={state.lookAgain} />
      )}
      {calls.length > 0 && <FirstCalls calls={calls} />}
    </PreviewFrame>
  );
}

function Fields({ state, preview }: Props) {
  const onCorrect = (mapping: CallMapping) => state.correct({ mapping });
  return (
    <>
      <SourceFields state={state} preview={preview} />
      {preview.isZoneDoubtful && <ZoneQuestion state={state} preview={preview} />}
      {preview.source.system === 'csv' ? (
        <MappingFields
          labels={callFieldLabels}
          fields={callFields}
          preview={preview}
          onCorrect={(columns) => onCorrect({ ...preview.mapping, ...columns })}
        >
          <DateOrderField preview={preview} onCorrect={onCorrect} />
        </MappingFields>
      ) : (
        preview.isOrderOpen && <DateOrderField preview={preview} onCorrect={onCorrect} />
      )}
    </>
  );
}

function SourceFields({ state: { correct }, preview }: Props) {
  const { source, outsidePrefix } = preview;
  return (
    <div className={styles.fields}>
      <ZoneField
        value={source.zone}
        description="For times that are written without their zone."
        onChange={(zone) => zone !== source.zone && correct({ zone })}
      />
      <TextField
        label="Outside line"
        description="Digits that are dialled before a number outside, such as 9."
        inputMode="numeric"
        autoComplete="off"
        value={outsidePrefix}
        onChange={({ currentTarget: { value } }) =>
          correct({ outsidePrefix: value.replaceAll(/\D/g, '').slice(0, 4) })
        }
      />
      <SourceField preview={preview} onChoose={(id) => correct({ ...unset, source: id })} />
    </div>
  );
}

/** Another telephone system has settings of its own. */
const unset = { zone: undefined, outsidePrefix: undefined, mapping: undefined };

function ZoneQuestion({ state, preview }: Props) {
  return (
    <div className={styles.question}>
      <p>{zoneQuestion(preview)}</p>
      <CheckboxField
        label="These times are right"
        checked={state.chosen.choice.isZoneConfirmed}
        onChange={({ currentTarget }) => state.confirm({ isZoneConfirmed: currentTarget.checked })}
      />
    </div>
  );
}

function errorCounts({ refused }: CallImportPreview): (readonly [label: string, count: number])[] {
  return refused > 0 ? [['Errors', refused]] : [];
}

type SourceFieldProps = {
  preview: CallImportPreview;
  onChoose: (source: string | undefined) => void;
};

/** Which of the firm's telephone systems of this kind the file is of, if there are several. */
function SourceField({ preview: { source }, onChoose }: SourceFieldProps) {
  const sources = useQuery(callSourcesQuery).data ?? [];
  const ofKind = sources.filter(({ system }) => system === source.system);
  if (ofKind.length < 2) return null;
  const known = ofKind.map(({ _id, name }) => ({ value: _id, label: name }));
  const added = source._id === null ? [{ value: '', label: `${source.name} (new)` }] : [];
  return (
    <SelectField
      label="Telephone system"
      options={[...added, ...known]}
      value={source._id ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
    />
  );
}

const titles = ['Call', 'Extension', 'Other party', 'Length', 'Account code'];

/** The first calls of a file, to compare with it. */
function FirstCalls({ calls }: Pick<CallImportPreview, 'calls'>) {
  return (
    <ScrollArea label="First calls">
      <table>
        <caption>First calls as they will be imported</caption>
        <PlainTableHead titles={titles} />
        <tbody>
          {calls.map((call) => (
            <tr key={call.row}>
              <td>{formatMoment(call.startedAt)}</td>
              <td>{formatPhone(call.ownParty)}</td>
              <td>{directionText(call)}</td>
              <td>{callLengthText(call)}</td>
              <td>{call.accountCode}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

type Party = CallImportPreview['ownParties'][number];
type OwnPartiesProps = { ownParties: readonly Party[]; parties: Choices; onSaved: () => void };

/** Extensions in the file with their attorneys. The user chooses those of unknown extensions. */
function OwnParties({ ownParties, parties, onSaved }: OwnPartiesProps) {
  const named = new Set(ownParties.flatMap(({ value, attorney }) => (attorney ? [value] : [])));
  const unknown = ownParties.filter(({ value }) => !named.has(value));
  const known = ownParties.filter(({ value }) => named.has(value));
  return (
    <>
      {unknown.length > 0 && (
        <UnknownParties ownParties={unknown} parties={parties} onSaved={onSaved} />
      )}
      {known.length > 0 && (
        <section aria-label="Extensions with an attorney">
          <h3>Extensions with an attorney</h3>
          <ul className={styles.parties}>
            {known.map(({ value, calls, attorney }) => (
              <li key={`${value} ${attorney?._id ?? ''}`}>
                <strong>{formatPhone(value)}</strong>{' '}
                {attorney?.name ?? 'no attorney on the days of these calls'}
                <span className={shared.muted}> · {callsText(calls)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Their calls are imported, and belong to an attorney as soon as one is chosen. */
function UnknownParties({ ownParties, parties, onSaved }: OwnPartiesProps) {
  const names = useAttorneyNames();
  return (
    <section className={shared.stack} aria-label="Extensions without an attorney">
      <div>
        <h3>Extensions without an attorney</h3>
        <p className={importStyles.about}>
          Choose whose they are, now or later: until then only firm admins see their calls.
        </p>
      </div>
      {names.isError && <Alert kind="error">{names.error.message}</Alert>}
      <div className={importStyles.mapping}>
        {ownParties.map(({ value, calls }) => (
          <SelectField
            key={value}
            label={`${formatPhone(value)} (${callsText(calls)})`}
            options={[{ value: '', label: 'Choose an attorney' }, ...(names.data ?? [])]}
            value={parties.chosen.get(value) ?? ''}
            onChange={({ currentTarget }) => parties.choose(value, currentTarget.value)}
          />
        ))}
      </div>
      <SaveAttorneys parties={parties} onSaved={onSaved} />
    </section>
  );
}

function SaveAttorneys({ parties, onSaved }: Omit<OwnPartiesProps, 'ownParties'>) {
  const isNone = parties.chosen.size === 0;
  return (
    <div className={importStyles.buttons}>
      <Button
        variant="outline"
        isBusy={parties.isSaving}
        isPaused={isNone}
        onClick={() => parties.save(onSaved)}
      >
        Save attorneys
      </Button>
      {!isNone && <span className={shared.muted}>An import saves them too.</span>}
    </div>
  );
}
