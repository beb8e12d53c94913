import type {
  AffectedEntry,
  RateChangePreview,
} from '@recoup/contract/call-fees/rate-change-endpoints';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { formatCount, formatDate } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { PagedTable } from '../../ui/list/paged-table.tsx';
import { listedText } from './raise-words.ts';
import styles from './raise.module.css';

type Props = { preview: RateChangePreview; isStale: boolean; isRepricing: boolean };

/** The entries that are not exported, with the price that re-pricing would make. */
export function AffectedEntries({ preview, isStale, isRepricing }: Props) {
  return (
    <details className={styles.entries}>
      <summary>
        <h3>{listedText(preview)}</h3>
      </summary>
      <PagedTable
        label="Recorded entries"
        columns={isRepricing ? [...columns, becomes] : columns}
        rows={preview.unlockedEntries}
        rowKey={({ _id }) => _id}
        isStale={isStale}
      />
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
