import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import type {
  ChangedRates,
  RateChangePreview,
} from '@recoup/contract/call-fees/rate-change-endpoints';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { useMemo, useState } from 'react';
import type { Column } from '../../ui/list/column.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { ListView } from '../../ui/list/list-view.ts';
import { compareNames } from '../../ui/lib/natural-order.ts';
import { Pager } from '../../ui/list/pager.tsx';
import { cellKey, type Differences, rowName } from './compare-previews.ts';
import { changeInPercent, formatChange } from './percent.ts';
import { isEqual, laterText } from './raise-words.ts';
import styles from './raise.module.css';

type Props = {
  preview: RateChangePreview;
  isStale: boolean;
  differences: Differences;
};

const label = 'Fees before and after';

/** Each call fee before and after; what another user has changed comes first. */
export function RaisedFeesTable({ preview, isStale, differences }: Props) {
  const [view, setView] = useState<ListView>({ page: 1, size: 10, search: '', sort: undefined });
  const cells = useMemo(() => inOrder(preview.cells, differences), [preview.cells, differences]);
  const columns = useMemo(() => columnsWith(differences), [differences]);
  const page = Math.min(view.page, Math.max(1, Math.ceil(cells.length / view.size)));
  return (
    <div className={styles.table}>
      <DataTable
        label={label}
        columns={columns}
        rowKey={cellKey}
        view={{ ...view, page }}
        rows={cells.slice((page - 1) * view.size, page * view.size)}
        isStale={isStale}
        onSort={() => undefined}
      />
      {cells.length > 5 && (
        <Pager
          label={label}
          view={{ ...view, page }}
          count={cells.length}
          onChange={(change) => setView({ ...view, ...change })}
        />
      )}
    </div>
  );
}

function inOrder(cells: readonly ChangedRates[], { byCell }: Differences): ChangedRates[] {
  const rank = (cell: ChangedRates) => (byCell.has(cellKey(cell)) ? 0 : 1);
  return cells.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      compareNames(a.attorney.name, b.attorney.name) ||
      compareNames(a.disbursementType.name, b.disbursementType.name),
  );
}

function columnsWith({ byCell }: Differences): readonly Column<ChangedRates>[] {
  return [
    { key: 'attorney', title: 'Attorney', isTitle: true, cell: ({ attorney }) => attorney.name },
    { key: 'type', title: 'Type', cell: ({ disbursementType }) => disbursementType.name },
    {
      key: 'fees',
      title: 'Fees',
      cell: (cell) => <FeesCell cell={cell} difference={byCell.get(cellKey(cell))} />,
    },
    {
      key: 'effective',
      title: 'Effective',
      align: 'end',
      cell: ({ effectivePercent }) => formatChange(effectivePercent),
    },
  ];
}

function FeesCell({ cell, difference }: { cell: ChangedRates; difference: string | undefined }) {
  const later = laterText(cell);
  return (
    <div className={styles.fees}>
      {difference !== undefined && <strong className={styles.difference}>{difference}</strong>}
      <ul>
        {cell.before.map((row, index) => (
          <FeeLine key={`${row.startTime} ${row.endTime}`} before={row} after={cell.after[index]} />
        ))}
      </ul>
      {isEqual(cell) && <span className={styles.mark}>Not changed, because of rounding</span>}
      {later !== undefined && <span className={styles.mark}>{later}</span>}
    </div>
  );
}

function FeeLine({ before, after }: { before: FeeRow; after: FeeRow | undefined }) {
  const [old, raised] = [toCents(before.charges), toCents((after ?? before).charges)];
  const percent = changeInPercent(BigInt(old), BigInt(raised));
  return (
    <li>
      <span>{rowName(before)}</span>
      <span>
        {formatRand(old)}
        <span aria-hidden="true"> → </span>
        <span className="visually-hidden"> becomes </span>
        {formatRand(raised)}
      </span>
      <span className={styles.muted}>{percent === undefined ? '' : formatChange(percent)}</span>
    </li>
  );
}
