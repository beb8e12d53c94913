import { matterStatuses } from '@recoup/contract/matters/endpoints';
import {
  type FileWord,
  importEndpoints,
  type SavedImportWord,
} from '@recoup/contract/matters/import-endpoints';
import { useAction } from '../../platform/api/use-action.ts';
import { useAttorneyNames } from '../../platform/session/attorney-names.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { SelectField, type Option } from '../../ui/form/fields.tsx';
import { countOf } from '../../ui/lib/format.ts';
import { fieldLabels } from './import-texts.ts';
import styles from '../../platform/imports/imports.module.css';

type Props = { words: readonly FileWord[]; onSaved: () => void };

/** Words of a file that are no status and no attorney of the firm, explained once for all files. */
export function ImportWords({ words, onSaved }: Props) {
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
