// The roles are said once more because Safari forgets those of a table whose display is changed.
import { memo, Suspense, useRef } from 'react';
import { ChevronIcon } from '../controls/icons.tsx';
import { spareablePart } from '../feedback/lazy-part.tsx';
import shared from '../layout/shared.module.css';
import { cx } from '../lib/class-names.ts';
import { type Column, isUnprinted } from './column.ts';
import compact from './data-table-compact.module.css';
import head from './data-table-head.module.css';
import styles from './data-table.module.css';
import { type ListView, nextSort, type Sort } from './list-view.ts';
import { openingRow } from './open-row.ts';
import skeleton from './skeleton-rows.module.css';
import { SkeletonRows } from './skeleton-rows.tsx';

const RowsBelow = spareablePart(async () => ({
  default: (await import('./rows-below.tsx')).RowsBelow,
}));

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  view: ListView;
  /** Undefined while the first page is on its way. */
  rows: readonly Row[] | undefined;
  /** The rows of the page before, while the next one loads. */
  isStale: boolean;
  /** Which columns there are is not known yet. */
  isHeadPending?: boolean;
  maxHeight?: number;
  isCompact?: boolean;
  onSort: (sort: Sort) => void;
};

/** A table that becomes cards on a phone. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, view, rows, isStale, maxHeight, isCompact = false, onSort } = props;
  const { isHeadPending = false } = props;
  const isLimited = maxHeight !== undefined;
  const area = useRef<HTMLDivElement>(null);
  const table = (
    <div
      ref={area}
      className={cx(
        styles.scroll,
        isLimited && cx(styles.limited, shared.goesOn),
        isCompact && compact.compact,
      )}
      style={isLimited ? { maxHeight } : undefined}
      data-printed-whole
      {...(isLimited && {
        tabIndex: 0,
        role: 'region',
        'aria-label': `${label}, scrolling`,
      })}
    >
      <table role="table" className={styles.table} aria-label={label} aria-busy={!rows || isStale}>
        <TableHead columns={columns} sort={view.sort} isPending={isHeadPending} onSort={onSort} />
        <Rows {...props} />
      </table>
    </div>
  );
  if (!isLimited) return table;
  return (
    <div>
      {table}
      <p className={styles.below} data-unprinted>
        <Suspense>{rows && <RowsBelow area={area} />}</Suspense>
      </p>
    </div>
  );
}

function Rows<R>({ columns, view, rows, isStale, rowKey }: Props<R>) {
  if (!rows) return <SkeletonRows columns={columns.length} rows={view.size} />;
  const isCounted = columns.some(({ isRowNumber }) => isRowNumber === true);
  return (
    <tbody role="rowgroup" className={isStale ? skeleton.stale : undefined}>
      {rows.map((row, index) => (
        <Row
          key={rowKey(row)}
          row={row}
          columns={columns}
          number={isCounted ? (view.page - 1) * view.size + index + 1 : 0}
        />
      ))}
    </tbody>
  );
}

type RowProps<R> = { row: R; columns: readonly Column<R>[]; number: number };

/** Memoized: where the columns are the same ones too, what changes around the rows leaves them. */
const Row = memo(DrawnRow) as typeof DrawnRow; // `memo` drops the type of the row

function DrawnRow<R>({ row, columns, number }: RowProps<R>) {
  return (
    <tr role="row" {...openingRow}>
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
            column.isRowNumber === true && styles.count,
            column.isOptional === true && styles.optional,
            column.noWrap === true && styles.whole,
          )}
        >
          {column.cell(row, number)}
        </td>
      ))}
    </tr>
  );
}

type Sorting = {
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

type HeadProps<Row> = Sorting & { column: Column<Row> };
type TableHeadProps<Row> = Sorting & { columns: readonly Column<Row>[]; isPending: boolean };

function TableHead<Row>({ columns, sort, isPending, onSort }: TableHeadProps<Row>) {
  return (
    <thead role="rowgroup" className={isPending ? head.pending : undefined}>
      <tr role="row">
        {columns.map((column) => (
          <Head key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const order = sort?.key === column.key ? sort.order : undefined;
  if (column.isSortable !== true) {
    return (
      <th
        role="columnheader"
        scope="col"
        data-at-end={column.align === 'end' || undefined}
        data-unprinted={isUnprinted(column)}
      >
        {column.isSelect === true ? (
          <span className="visually-hidden">{column.title}</span>
        ) : (
          column.title
        )}
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
        className={cx(head.sort, order && head[order])}
        data-order={order}
        onClick={() => onSort(nextSort(sort, column.key))}
      >
        {column.title}
        <ChevronIcon />
      </button>
    </th>
  );
}
