import { Alert } from '../../ui/feedback/alert.tsx';
import { Counts } from './import-outcome.tsx';
import { describeShape, fieldLabels, optionsFor, describeChanges } from './import-texts.ts';
import styles from './imports.module.css';
import { cx } from '../../ui/lib/class-names.ts';
import shared from '../../ui/layout/shared.module.css';
import { matterFields, type ColumnMapping } from '@recoup/contract/matters/endpoints';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import type { ImportPreview, PreviewChange } from '@recoup/contract/matters/import-endpoints';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { formatDate } from '../../ui/lib/format.ts';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { SelectField } from '../../ui/form/fields.tsx';

/** A preview of the upload: counts, columns and first rows. */
export function ImportPreviewView({ preview, isFaultSaid, isBusy, onCorrect }: Props) {
  return (
    <section className={cx(shared.stack, styles.preview)} aria-label="Preview" aria-busy={isBusy}>
      <h3>Preview</h3>
      {preview.fault === null ? (
        <Counts
          counts={[
            ['New', preview.created],
            ['Changed', preview.updated],
            ['Unchanged', preview.unchanged],
            ['Errors', preview.refused],
          ]}
        />
      ) : (
        !isFaultSaid && <Alert kind="error">{preview.fault}</Alert>
      )}
      <Mapping preview={preview} onCorrect={onCorrect} />
      {/* Below the fields: its length changes, and a field must not move while it is used. */}
      <p className={styles.about}>{describeShape(preview)}</p>
      {preview.notices.map((notice) => (
        <Alert key={notice} kind="info">
          {notice}
        </Alert>
      ))}
      {preview.changes && preview.changes.length > 0 && (
        <Changes changes={preview.changes} updated={preview.updated} />
      )}
      {preview.rows.length > 0 && <FirstRows rows={preview.rows} />}
    </section>
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

/** The column of each field; a change is checked again. */
function Mapping({ preview, onCorrect }: Pick<Props, 'preview' | 'onCorrect'>) {
  const { mapping } = preview;
  const correct = (field: (typeof matterFields)[number], header: string) => {
    const whole = Object.fromEntries(matterFields.map((each) => [each, mapping[each] ?? '']));
    onCorrect({ ...whole, [field]: header });
  };
  return (
    <fieldset className={styles.mapping}>
      <legend>Match columns</legend>
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
type Props = {
  preview: ImportPreview;
  /** The upload was refused for it, and says so above. */
  isFaultSaid: boolean;
  isBusy: boolean;
  onCorrect: (mapping: ColumnMapping) => void;
};

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
