import { cx } from '../lib/class-names.ts';
import { type Column, isUnprinted } from './column.ts';
import { openingRow } from './open-row.ts';
import rowStyles from './data-table-row.module.css';
import styles from './data-table.module.css';

export function Row<R>({
  row,
  columns,
  number,
}: {
  row: R;
  columns: readonly Column<R>[];
  number: number;
}) {
  return (
    <tr role="row" className={rowStyles.row} {...openingRow}>
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          data-label={column.title}
          data-unprinted={isUnprinted(column)}
          data-is-action={column.isAction}
          data-is-title={column.isTitle}
          data-is-select={column.isSelect}
          data-at-end={column.align === 'end' || undefined}
          className={cx(
            column.align === 'end' && styles.end,
            column.isTitle === true && styles.name,
            column.isRowNumber === true && styles.count,
            column.isOptional === true && styles.optional,
            column.noWrap === true && styles.whole,
            column.isAction === true && styles.action,
          )}
        >
          {column.cell(row, number)}
        </td>
      ))}
    </tr>
  );
}
