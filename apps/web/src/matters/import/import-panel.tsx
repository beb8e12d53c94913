import { formatPhone } from '@recoup/contract/core/phone-numbers';
import { texts } from '@recoup/contract/core/texts';
import { uploadLimitText } from '@recoup/contract/core/upload-limits';
import {
  type ColumnMapping,
  matterFields,
  matterStatuses,
  type UploadResult,
} from '@recoup/contract/matters/endpoints';
import {
  type FileWord,
  importEndpoints,
  type ImportPreview,
  type MatterImport,
  type PreviewChange,
  type SavedImportWord,
} from '@recoup/contract/matters/import-endpoints';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { read } from '../../platform/api/read.ts';
import { type Rejection, rejectionFrom } from '../../platform/api/rejection.ts';
import { useAction } from '../../platform/api/use-action.ts';
import {
  Counts,
  ImportForm,
  MappingFields,
  PreviewFrame,
} from '../../platform/imports/import-form.tsx';
import { ImportHistory, historyOptions } from '../../platform/imports/import-history.tsx';
import styles from '../../platform/imports/imports.module.css';
import { useAttorneyNames } from '../../platform/session/attorney-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DownloadIcon } from '../../ui/controls/transfer-icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RejectedRowTable } from '../../ui/feedback/rejected-row-table.tsx';
import { type Option, SelectField } from '../../ui/form/fields.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { countOf, formatCount, formatDate } from '../../ui/lib/format.ts';
import { saveFile } from '../../ui/lib/save-file.ts';
import type { Column } from '../../ui/list/column.ts';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { exampleFile } from './example-file.ts';
import {
  describeChanges,
  describeCounts,
  describeRefusal,
  describeShape,
  fieldLabels,
  undoQuestion,
} from './import-texts.ts';
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
      query={(query) => read(importEndpoints.listImports, { query }, historyOptions)}
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

type MatterPreviewProps = { state: MatterImportState; preview: ImportPreview };

/** A preview of the upload: counts, columns and first rows. */
function MatterPreview({ state, preview }: MatterPreviewProps) {
  const { created, updated, unchanged, refused, changes, rows } = preview;
  return (
    <PreviewFrame
      state={state}
      preview={preview}
      heading={<h3>Preview</h3>}
      counts={[
        ['New', created],
        ['Changed', updated],
        ['Unchanged', unchanged],
        ['Errors', refused],
      ]}
      fields={
        <>
          <MappingFields
            labels={fieldLabels}
            fields={matterFields}
            preview={preview}
            onCorrect={(mapping) => state.correct({ mapping })}
          />
          <ImportWords words={preview.words ?? []} onSaved={state.lookAgain} />
        </>
      }
      about={describeShape(preview)}
    >
      {changes && changes.length > 0 && <Changes changes={changes} updated={updated} />}
      {rows.length > 0 && <FirstRows rows={rows} />}
    </PreviewFrame>
  );
}

function FirstRows({ rows }: { rows: ImportPreview['rows'] }) {
  return (
    <ScrollArea label="First rows">
      <table>
        <caption>First rows as they will be imported</caption>
        <PlainTableHead titles={matterFields.map((field) => fieldLabels[field])} />
        <tbody>
          {rows.map(({ row, number, description, client, attorney, status, opened, phones }) => (
            <tr key={row}>
              <td>{number}</td>
              <td>{description}</td>
              <td>{client}</td>
              <td>{attorney}</td>
              <td>{status}</td>
              <td>{opened === null ? '' : formatDate(opened)}</td>
              <td>{phones.map(formatPhone).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

type ChangesProps = { changes: readonly PreviewChange[]; updated: number };

/** Which matters an upload would change: each field as it is now, and as it would be. */
function Changes({ changes, updated }: ChangesProps) {
  return (
    <ScrollArea label="Changed matters">
      <table>
        <caption>{describeChanges(updated, changes.length)}</caption>
        <PlainTableHead titles={['Matter', 'Field', 'Now', 'After the upload']} />
        {changes.map((change) => (
          <tbody key={change.row}>
            {change.fields.map((each, index) => (
              <tr key={each.field}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={change.fields.length}>
                    {change.number}
                  </th>
                )}
                <td>{fieldLabels[each.field]}</td>
                <td>{valueText(each.field, each.before)}</td>
                <td>{valueText(each.field, each.after)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollArea>
  );
}

function valueText(field: PreviewChange['fields'][number]['field'], value: string | null): string {
  if (value === null) return 'None';
  return field === 'opened' ? formatDate(value) : value;
}

type ImportWordsProps = { words: readonly FileWord[]; onSaved: () => void };

/** Words of a file that are no status and no attorney of the firm, explained once for all files. */
function ImportWords({ words, onSaved }: ImportWordsProps) {
  const saving = useAction(importEndpoints.saveImportWord, { onDone: onSaved });
  const names = useAttorneyNames(words.some(({ field }) => field === 'attorney'));
  if (words.length === 0) return null;
  const error = saving.error ?? names.error;
  return (
    <fieldset className={styles.mapping}>
      <legend>Match words, for this file and later ones</legend>
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {words.map((word) => (
        <SelectField
          key={`${word.field} ${word.word}`}
          label={wordLabel(word)}
          value={word.value ?? ''}
          options={word.field === 'status' ? statusOptions : attorneyOptions(names.data)}
          disabled={saving.isPending}
          onChange={({ currentTarget }) =>
            saving.run({ body: toSavedWord(word, currentTarget.value) })
          }
        />
      ))}
    </fieldset>
  );
}

function wordLabel({ field, word, rows }: FileWord): string {
  return `${fieldLabels[field]} “${word}” (${countOf(rows, 'row', 'rows')})`;
}

const statusOptions: readonly Option[] = [
  { value: '', label: 'Choose a status' },
  ...matterStatuses.map((value) => ({ value, label: value })),
];

function attorneyOptions(names: readonly Option[] = []): readonly Option[] {
  return [{ value: '', label: 'Choose an attorney' }, ...names];
}

/** An empty choice forgets the word. */
function toSavedWord({ field, word }: FileWord, chosen: string): SavedImportWord {
  if (field === 'attorney') return { field, word, value: chosen === '' ? null : chosen };
  return { field, word, value: matterStatuses.find((status) => status === chosen) ?? null };
}
