import { useState } from 'react';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { countPages, type ListView } from './list-view.ts';
import styles from './paged-table.module.css';
import { Pager } from './pager.tsx';

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isStale: boolean;
};

/** The rows of an answer in pages, such as a preview: a table, on a phone cards. */
export function PagedTable<Row>({ label, columns, rows, rowKey, isStale }: Props<Row>) {
  const [view, setView] = useState<ListView>({ page: 1, size: 10, search: '', sort: undefined });
  const page = Math.min(view.page, countPages(rows.length, view.size));
  return (
    <div className={styles.table}>
      <DataTable
        label={label}
        columns={columns}
        rowKey={rowKey}
        view={{ ...view, page }}
        rows={rows.slice((page - 1) * view.size, page * view.size)}
        isStale={isStale}
        onSort={() => undefined}
      />
      {rows.length > 5 && (
        <Pager
          label={label}
          view={{ ...view, page }}
          count={rows.length}
          onChange={(change) => setView({ ...view, ...change })}
        />
      )}
    </div>
  );
}
