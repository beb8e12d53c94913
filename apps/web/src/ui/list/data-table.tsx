// The roles are said once more because Safari forgets those of a table whose display is changed.
import { cx } from '../lib/class-names.ts';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import { ChevronIcon } from '../controls/icons.tsx';
import { type ListView, nextSort, type Sort } from './list-view.ts';
import skeleton from './skeleton-rows.module.css';

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  view: ListView;
  /** Undefined while the first page is on its way. */
  rows: readonly Row[] | undefined;
  /** The rows of the page before, while the next one loads. */
  isStale: boolean;
  maxHeight?: number;
  onSort: (sort: Sort) => void;
};

/** A table that becomes cards on a phone. The roles are written out, because `display` takes them away there. */
export function DataTable<Row>({
  label,
  columns,
  view,
  rows,
  isStale,
  maxHeight,
  onSort,
  rowKey,
}: Props<Row>) {
  return (
    <div
      className={cx(styles.scroll, maxHeight !== undefined && styles.limited)}
      style={maxHeight === undefined ? undefined : { maxHeight }}
      data-printed-whole
      {...(maxHeight !== undefined && {
        tabIndex: 0,
        role: 'region',
        'aria-label': `${label}, scrolling`,
      })}
    >
      <table role="table" className={styles.table} aria-label={label} aria-busy={!rows || isStale}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={view.sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={isStale ? skeleton.stale : undefined}>
          {rows ? null : <SkeletonRows columns={columns.length} rows={view.size} />}
          {rows?.map((row, index) => (
            <Row
              key={rowKey(row)}
              row={row}
              columns={columns}
              number={(view.page - 1) * view.size + index + 1}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}) {
  const order = sort?.key === column.key ? sort.order : undefined;
  if (column.isSortable !== true) {
    return (
      <th
        role="columnheader"
        scope="col"
        className={column.align === 'end' ? styles.end : undefined}
        data-unprinted={column.isAction}
      >
        {column.title}
      </th>
    );
  }
  return (
    <th
      role="columnheader"
      scope="col"
      className={styles.sortable}
      aria-sort={order === undefined ? 'none' : `${order}ending`}
    >
      <button
        type="button"
        className={order && styles[order]}
        onClick={() => onSort(nextSort(sort, column.key))}
      >
        {column.title}
        <ChevronIcon />
      </button>
    </th>
  );
}

function Row<R>({
  row,
  columns,
  number,
}: {
  row: R;
  columns: readonly Column<R>[];
  number: number;
}) {
  return (
    <tr role="row">
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          data-label={column.title}
          data-unprinted={column.isAction}
          className={cx(
            column.align === 'end' && styles.end,
            column.isTitle === true && styles.name,
            column.isRowNumber === true && styles.count,
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

function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr role="row" key={row} className={skeleton.row}>
      {Array.from({ length: columns }, (_column, cell) => (
        <td role="cell" key={cell}>
          <span />
          {row === 0 && cell === 0 && <span className="visually-hidden">Loading</span>}
        </td>
      ))}
    </tr>
  ));
}
