import type {
  AffectedEntry,
  RateChangePreview,
} from '@recoup/contract/call-fees/rate-change-endpoints';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { useState } from 'react';
import { formatCount, formatDate } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { ListView } from '../../ui/list/list-view.ts';
import { Pager } from '../../ui/list/pager.tsx';
import { listedText } from './raise-words.ts';
import styles from './raise.module.css';

type Props = { preview: RateChangePreview; isStale: boolean; isRepricing: boolean };

const label = 'Recorded entries';

/** The entries that are not exported, with the price that re-pricing would make. */
export function AffectedEntries({ preview, isStale, isRepricing }: Props) {
  const [view, setView] = useState<ListView>({ page: 1, size: 10, search: '', sort: undefined });
  const rows = preview.unlockedEntries;
  const page = Math.min(view.page, Math.max(1, Math.ceil(rows.length / view.size)));
  return (
    <details className={styles.entries}>
      <summary>
        <h3>{listedText(preview)}</h3>
      </summary>
      <DataTable
        label={label}
        columns={isRepricing ? [...columns, becomes] : columns}
        rowKey={({ _id }) => _id}
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
    </details>
  );
}

const columns: readonly Column<AffectedEntry>[] = [
  { key: 'date', title: 'Date', isTitle: true, cell: ({ date }) => formatDate(date) },
  { key: 'matter', title: 'Matter', cell: ({ matter }) => `${matter.number} ${matter.name}` },
  { key: 'attorney', title: 'Attorney', cell: ({ attorney }) => attorney.name },
  { key: 'type', title: 'Type', cell: ({ disbursementType }) => disbursementType.name },
  { key: 'minutes', title: 'Minutes', align: 'end', cell: ({ minutes }) => formatCount(minutes) },
  {
    key: 'before',
    title: 'Price',
    align: 'end',
    cell: ({ before }) => formatRand(toCents(before)),
  },
];

const becomes: Column<AffectedEntry> = {
  key: 'after',
  title: 'Re-priced',
  align: 'end',
  cell: ({ after }) => formatRand(toCents(after)),
};
