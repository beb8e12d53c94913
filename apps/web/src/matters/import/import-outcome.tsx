import type { UploadResult } from '@recoup/contract/matters/endpoints';
import { texts } from '@recoup/contract/core/texts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import styles from './imports.module.css';

/** Counts and notices of a finished upload. */
export function ImportOutcome({ result }: { result: UploadResult }) {
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

export function Counts({
  counts,
}: {
  counts: readonly (readonly [label: string, count: number])[];
}) {
  return (
    <dl className={styles.counts}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
