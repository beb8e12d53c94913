import { Alert } from '../../ui/feedback/alert.tsx';
import { Counts } from './import-outcome.tsx';
import { describeShape } from './import-words.ts';
import styles from './imports.module.css';
import { Mapping, type Props } from './column-mapping.tsx';
import { Changes } from './changes.tsx';
import { FirstRows } from './first-rows.tsx';
import { cx } from '../../ui/lib/class-names.ts';
import shared from '../../ui/layout/shared.module.css';

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
