import { ScrollArea } from '../layout/scroll-area.tsx';
import { formatCount } from '../lib/format.ts';
import { PlainTableHead } from '../list/plain-table-head.tsx';
import styles from './rejected-row-table.module.css';

type Row = { row: number; column: string; message: string };
/** `refused` counts all rows with errors; `rows` holds the first of them. */
type Props = { rows: readonly Row[]; refused: number };

/** The rows of a file that were rejected, with reasons. */
export function RejectedRowTable({ rows, refused }: Props) {
  return (
    <ScrollArea label="Rows with errors">
      <table>
        <caption>{captionText(rows, refused)}</caption>
        <PlainTableHead titles={['Row', 'Column', 'Reason']} />
        <tbody>
          {rows.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td>{formatCount(row)}</td>
              <td>{column}</td>
              <td className={styles.reason}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** `1 row has errors`. */
export function errorCountText(refused: number): string {
  return `${formatCount(refused)} ${refused === 1 ? 'row has' : 'rows have'} errors`;
}

function captionText(rows: readonly Row[], refused: number): string {
  const counted = errorCountText(refused);
  const listed = new Set(rows.map(({ row }) => row)).size;
  return listed < refused ? `${counted}; the first ${formatCount(listed)} are listed` : counted;
}
