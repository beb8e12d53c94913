import type { RefusedRow } from '@recoup/contract/errors';
import type { UploadResult } from '@recoup/contract/matters';
import { texts } from '@recoup/contract/texts';
import { ApiError } from '../platform/api-error.ts';
import { Alert } from '../ui/alert.tsx';
import { formatCount } from '../ui/format.ts';
import styles from './file-handler-page.module.css';

/** What an upload did, or why it did nothing. */
export function UploadOutcome({ error, result }: { readonly error: Error | null; readonly result: UploadResult | undefined }) {
  if (error !== null) {
    const { rows, refused } = error instanceof ApiError ? error : { rows: [], refused: 0 };
    return (
      <>
        <Alert kind="error">{error.message}</Alert>
        {rows.length > 0 && <RefusedRows rows={rows} refused={refused} />}
      </>
    );
  }
  return result === undefined ? null : <Counts result={result} />;
}

function Counts({ result }: { readonly result: UploadResult }) {
  const counts = [
    ['New', result.created],
    ['Changed', result.updated],
    ['Unchanged', result.unchanged],
    ['Matters of the firm', result.matters],
  ] as const;
  return (
    <Alert kind="success">
      <strong>{texts.uploaded}</strong>
      <dl className={styles['counts']}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </Alert>
  );
}

function RefusedRows({ rows, refused }: { readonly rows: readonly RefusedRow[]; readonly refused: number }) {
  return (
    // What scrolls has to be reachable by keyboard
    <section className={styles['refused']} aria-label="Refused rows" tabIndex={0}>
      <table>
        <caption>
          {rows.length < refused ? `The first ${rows.length} of ${formatCount(refused)} refusals` : `Refused: ${formatCount(refused)}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td>{formatCount(row)}</td>
              <td>{column}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
