import { type ColumnMapping, matterFields } from '@recoup/contract/matters/endpoints';
import type { ImportPreview } from '@recoup/contract/matters/import-endpoints';
import { Alert } from '../ui/feedback/alert.tsx';
import { SelectField } from '../ui/form/fields.tsx';
import { formatDate } from '../ui/lib/format.ts';
import { ScrollArea } from '../ui/layout/scroll-area.tsx';
import { Counts } from './import-outcome.tsx';
import { describeShape, fieldLabels, optionsFor } from './import-words.ts';
import styles from './imports.module.css';

type Props = {
  preview: ImportPreview;
  /** The upload was refused for it, and says so above. */
  isFaultSaid: boolean;
  isBusy: boolean;
  onCorrect: (mapping: ColumnMapping) => void;
};

/** What an upload would do, before it does it: how the file was understood, what would change, and its first rows. */
export function ImportPreviewView({ preview, isFaultSaid, isBusy, onCorrect }: Props) {
  return (
    <section className={styles.preview} aria-label="Preview" aria-busy={isBusy}>
      <h3>Preview</h3>
      {preview.fault === null ? (
        <Counts
          counts={[
            ['New', preview.created],
            ['Changed', preview.updated],
            ['Unchanged', preview.unchanged],
            ['Refused', preview.refused],
          ]}
        />
      ) : (
        !isFaultSaid && <Alert kind="error">{preview.fault}</Alert>
      )}
      <Mapping preview={preview} onCorrect={onCorrect} />
      {/* Below the fields: its length changes with them, and a field must not move while it is used. */}
      <p className={styles.about}>{describeShape(preview)}</p>
      {preview.rows.length > 0 && <FirstRows rows={preview.rows} />}
    </section>
  );
}

/** Each field of a matter and the column that it is read from; a change is looked at anew. */
function Mapping({ preview, onCorrect }: Pick<Props, 'preview' | 'onCorrect'>) {
  const { mapping } = preview;
  const correct = (field: (typeof matterFields)[number], header: string) => {
    const whole = Object.fromEntries(matterFields.map((each) => [each, mapping[each] ?? '']));
    onCorrect({ ...whole, [field]: header });
  };
  return (
    <fieldset className={styles.mapping}>
      <legend>Which column holds what</legend>
      {matterFields.map((field) => (
        <SelectField
          key={field}
          label={fieldLabels[field]}
          value={mapping[field] ?? ''}
          options={optionsFor(preview, field)}
          onChange={({ currentTarget }) => correct(field, currentTarget.value)}
        />
      ))}
    </fieldset>
  );
}

function FirstRows({ rows }: { rows: ImportPreview['rows'] }) {
  return (
    <ScrollArea label="First rows">
      <table>
        <caption>The first rows as they would be taken in</caption>
        <thead>
          <tr>
            {matterFields.map((field) => (
              <th key={field} scope="col">
                {fieldLabels[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, number, description, client, attorney, status, opened }) => (
            <tr key={row}>
              <td>{number}</td>
              <td>{description}</td>
              <td>{client}</td>
              <td>{attorney}</td>
              <td>{status}</td>
              <td>{opened === null ? '' : formatDate(opened)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
