import { useState } from 'react';
import type { Column } from '../../ui/list/column.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { ListView } from '../../ui/list/list-view.ts';
import { Pager } from '../../ui/list/pager.tsx';
import styles from './preview.module.css';

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isStale: boolean;
};

/** The pages of what would change: a table, on a phone cards. */
export function ChangesTable<Row>({ label, columns, rows, rowKey, isStale }: Props<Row>) {
  const [view, setView] = useState<ListView>({ page: 1, size: 10, search: '', sort: undefined });
  const page = Math.min(view.page, Math.max(1, Math.ceil(rows.length / view.size)));
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
