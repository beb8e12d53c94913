import type { ChangedMatrixCell } from '@recoup/contract/call-fees/rate-matrix-endpoints';
import { useMemo } from 'react';
import { Alert } from '../../../ui/feedback/alert.tsx';
import type { Column } from '../../../ui/list/column.ts';
import { formatDate } from '../../../ui/lib/format.ts';
import { PagedTable } from '../../../ui/list/paged-table.tsx';
import type { Differences } from '../../preview/compare-fees.ts';
import { FeeChange } from '../../preview/fee-change.tsx';
import { laterText } from '../../raise/raise-words.ts';
import { cellKey } from './compare-uploads.ts';
import { outcomeText } from './upload-words.ts';

type Result = { rows: number; unchanged: number; changed: readonly ChangedMatrixCell[] };
type Props = { result: Result; isStale: boolean; differences: Differences };

/** Changes that the file would make; cells that another user has changed come first. */
export function ChangedCells({ result, isStale, differences }: Props) {
  const { rows, unchanged, changed } = result;
  const cells = useMemo(() => inOrder(changed, differences), [changed, differences]);
  const columns = useMemo(() => columnsWith(differences), [differences]);
  const outcome = outcomeText({
    rows,
    changed: rows - unchanged,
    listed: changed.length,
    ended: changed.filter(({ after }) => after.length === 0).length,
  });
  if (changed.length === 0) return <Alert kind="info">{outcome}</Alert>;
  return (
    <>
      <p role="status">{outcome}</p>
      <PagedTable
        label="Changes"
        columns={columns}
        rows={cells}
        rowKey={cellKey}
        isStale={isStale}
      />
    </>
  );
}

function inOrder(cells: readonly ChangedMatrixCell[], { byCell }: Differences) {
  const rank = (cell: ChangedMatrixCell) => (byCell.has(cellKey(cell)) ? 0 : 1);
  return cells.toSorted((a, b) => rank(a) - rank(b));
}

function columnsWith({ byCell }: Differences): readonly Column<ChangedMatrixCell>[] {
  return [
    { key: 'attorney', title: 'Attorney', isTitle: true, cell: ({ attorney }) => attorney.name },
    { key: 'type', title: 'Type', cell: ({ disbursementType }) => disbursementType.name },
    {
      key: 'validFrom',
      title: 'Valid from',
      noWrap: true,
      cell: ({ validFrom }) => formatDate(validFrom),
    },
    {
      key: 'fees',
      title: 'Fees',
      cell: (cell) => (
        <FeeChange {...cell} later={laterText(cell)} difference={byCell.get(cellKey(cell))} />
      ),
    },
  ];
}
