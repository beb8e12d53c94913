import { ChevronIcon } from '../controls/icons.tsx';
import { type Column, isUnprinted } from './column.ts';
import { cx } from '../lib/class-names.ts';
import head from './data-table-head.module.css';
import styles from './data-table.module.css';
import { type Sort, nextSort } from './list-view.ts';

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

type HeadProps<Row> = Omit<TableHeadProps<Row>, 'columns'> & { column: Column<Row> };

export function TableHead<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead role="rowgroup">
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
        className={column.align === 'end' ? styles.end : undefined}
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
