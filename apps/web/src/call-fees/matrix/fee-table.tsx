import { memo, useMemo, useRef } from 'react';
import { Tag } from '../../ui/feedback/tag.tsx';
import { type FeeColumn, type FeeLine, eachText } from './fee-matrix.ts';
import { FeeRow } from './fee-row.tsx';
import styles from './fee-table.module.css';
import { useGridFocus } from './use-grid-focus.ts';

export type FeeTableProps = {
  columns: readonly FeeColumn[];
  lines: readonly FeeLine[];
  /** The fees of another day are on their way. */
  isStale: boolean;
  onOpen: (attorneyId: string, typeId: string) => void;
  onAnnexure: (attorneyId: string) => void;
};

/**
 * A grid (https://www.w3.org/WAI/ARIA/apg/patterns/grid/) with one stop of Tab; on a phone a list.
 */
export const FeeTable = memo(function Table({ columns, lines, isStale, ...on }: FeeTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const size = useMemo(
    () => ({ rows: lines.length, columns: columns.length + 1 }),
    [lines.length, columns.length],
  );
  const { active, ...handlers } = useGridFocus(table, size);
  return (
    <div className={styles.scroll} data-printed-whole>
      <table
        ref={table}
        role="grid"
        aria-label="Fees"
        aria-busy={isStale || undefined}
        className={styles.table}
        {...handlers}
      >
        <Head columns={columns} />
        <tbody role="rowgroup">
          {lines.map((line, row) => (
            <FeeRow
              key={line.attorney._id}
              {...{ line, columns, row, ...on }}
              active={active.row === row ? active.column : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

function Head({ columns }: { columns: readonly FeeColumn[] }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">
          Attorney
        </th>
        {columns.map((column) => (
          <th key={column._id} role="columnheader" scope="col">
            {column.title}
            {!column.active && <Tag>Not in use</Tag>}
            {column.unitPrice !== null && <span>{eachText(column.unitPrice)}</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}
