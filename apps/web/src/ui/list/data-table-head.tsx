import { ChevronIcon } from '../controls/icons.tsx';
import { type Column, isUnprinted } from './column.ts';
import { cx } from '../lib/class-names.ts';
import head from './data-table-head.module.css';
import styles from './data-table.module.css';
import { type Sort, nextSort } from './list-view.ts';

type Sorting = {
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

type HeadProps<Row> = Sorting & { column: Column<Row> };
type Props<Row> = Sorting & { columns: readonly Column<Row>[]; isPending: boolean };

export function TableHead<Row>({ columns, sort, isPending, onSort }: Props<Row>) {
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
