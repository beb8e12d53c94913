import type {
  ChangedRates,
  RateChangePreview,
} from '@recoup/contract/call-fees/rate-change-endpoints';
import { useMemo } from 'react';
import type { Column } from '../../ui/list/column.ts';
import { compareNames } from '../../ui/lib/natural-order.ts';
import { PagedTable } from '../../ui/list/paged-table.tsx';
import type { Differences } from '../preview/compare-fees.ts';
import { FeeChange } from '../preview/fee-change.tsx';
import { cellKey } from './compare-previews.ts';
import { formatChange } from './percent.ts';
import { isEqual, laterText } from './raise-words.ts';
import styles from './raise.module.css';

type Props = {
  preview: RateChangePreview;
  isStale: boolean;
  differences: Differences;
};

/** Each call fee before and after; what another user has changed comes first. */
export function RaisedFeesTable({ preview, isStale, differences }: Props) {
  const cells = useMemo(() => inOrder(preview.cells, differences), [preview.cells, differences]);
  const columns = useMemo(() => columnsWith(differences), [differences]);
  return (
    <PagedTable
      label="Fees before and after"
      columns={columns}
      rows={cells}
      rowKey={cellKey}
      isStale={isStale}
    />
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
  return (
    <FeeChange {...cell} later={laterText(cell)} difference={difference}>
      {isEqual(cell) && <span className={styles.muted}>Not changed, because of rounding</span>}
    </FeeChange>
  );
}
