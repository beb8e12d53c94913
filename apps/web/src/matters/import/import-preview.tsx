import { MappingFields, PreviewFrame } from '../../platform/imports/import-form.tsx';
import { describeChanges, describeShape, fieldLabels } from './import-texts.ts';
import type { MatterImportState } from './use-matter-import.ts';
import { matterFields, matterStatuses } from '@recoup/contract/matters/endpoints';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import {
  type FileWord,
  importEndpoints,
  type ImportPreview,
  type PreviewChange,
  type SavedImportWord,
} from '@recoup/contract/matters/import-endpoints';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { countOf, formatDate } from '../../ui/lib/format.ts';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { useAction } from '../../platform/api/use-action.ts';
import { useAttorneyNames } from '../../platform/session/attorney-names.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { type Option, SelectField } from '../../ui/form/fields.tsx';
import styles from '../../platform/imports/imports.module.css';

type Props = { state: MatterImportState; preview: ImportPreview };

/** A preview of the upload: counts, columns and first rows. */
export function MatterPreview({ state, preview }: Props) {
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
