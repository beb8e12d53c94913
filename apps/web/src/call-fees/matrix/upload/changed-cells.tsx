import { bandOf, type FeeRow } from '@recoup/contract/call-fees/endpoints';
import type { ChangedMatrixCell } from '@recoup/contract/call-fees/rate-matrix-endpoints';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { ScrollArea } from '../../../ui/layout/scroll-area.tsx';
import { formatDate } from '../../../ui/lib/format.ts';
import { scheduleText } from '../../fee-text.ts';
import { outcomeText } from './upload-words.ts';

type Result = { rows: number; unchanged: number; changed: readonly ChangedMatrixCell[] };

/** What the file would change, by attorney and type. */
export function ChangedCells({ result: { rows, unchanged, changed } }: { result: Result }) {
  const outcome = outcomeText({ rows, changed: rows - unchanged, listed: changed.length });
  if (changed.length === 0) return <Alert kind="info">{outcome}</Alert>;
  return (
    <>
      <p role="status">{outcome}</p>
      <ScrollArea label="Changes">
        <table>
          <thead>
            <tr>
              <th scope="col">Attorney</th>
              <th scope="col">Type</th>
              <th scope="col">Valid from</th>
              <th scope="col">Old</th>
              <th scope="col">New</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ row, attorney, disbursementType, validFrom, before, after }) => (
              <tr key={row}>
                <td>{attorney.name}</td>
                <td>{disbursementType.name}</td>
                <td>{formatDate(validFrom)}</td>
                <td>{textOf(before)}</td>
                <td>{textOf(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  );
}

function textOf(rows: readonly FeeRow[]): string {
  return rows.length === 0 ? 'No call fees' : scheduleText(rows.map(bandOf));
}
