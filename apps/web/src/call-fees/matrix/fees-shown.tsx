import type { RateMatrixRow } from '@recoup/contract/call-fees/rate-matrix-endpoints';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { useCallback, useMemo, useState } from 'react';
import { today } from '../../platform/browser/local-day.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount, formatDate } from '../../ui/lib/format.ts';
import { FeeCellDialog } from './fee-cell-dialog.tsx';
import { type Attorney, createFeeMatrix, filterLines } from './fee-matrix.ts';
import { FeeTable } from './fee-table.tsx';
import styles from './fees-page.module.css';
import type { FeesView } from './fees-view.ts';
import { useAnnexure } from '../use-annexure.ts';

type Props = {
  rows: readonly RateMatrixRow[];
  attorneys: readonly Attorney[];
  types: readonly DisbursementType[];
  view: FeesView;
  isStale: boolean;
};

/** The table of the attorneys asked for, and the dialog of one cell. */
export function FeesShown({ rows, attorneys, types, view, isStale }: Props) {
  const [open, setOpen] = useState<{ attorneyId: string; typeId: string }>();
  const onOpen = useCallback(
    (attorneyId: string, typeId: string) => setOpen({ attorneyId, typeId }),
    [],
  );
  const annexure = useAnnexure(view.on);
  const { columns, lines, shown } = useFeeMatrix({ rows, attorneys, types, view });
  const attorney = attorneys.find(({ _id }) => _id === open?.attorneyId);
  const type = types.find(({ _id }) => _id === open?.typeId);
  return (
    <>
      {annexure.error !== null && <Alert kind="error">{annexure.error.message}</Alert>}
      <p className={styles.printed}>As on {formatDate(view.on ?? today())}</p>
      {shown.length === 0 ? (
        <NoneShown view={view} />
      ) : (
        <FeeTable {...{ columns, isStale, onOpen }} lines={shown} onAnnexure={annexure.open} />
      )}
      <output className="visually-hidden">
        {isStale
          ? ''
          : `Fees of ${formatCount(shown.length)} of ${formatCount(lines.length)} attorneys`}
      </output>
      {attorney && type && (
        <FeeCellDialog
          {...{ attorney, type, types }}
          on={view.on}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function useFeeMatrix({ rows, attorneys, types, view }: Omit<Props, 'isStale'>) {
  const { search, hasInactive } = view;
  const matrix = useMemo(
    () => createFeeMatrix({ rows, attorneys, types }),
    [rows, attorneys, types],
  );
  const shown = useMemo(
    () => filterLines(matrix.lines, { search, hasInactive }),
    [matrix, search, hasInactive],
  );
  return { ...matrix, shown };
}

function NoneShown({ view: { search, hasInactive } }: Pick<Props, 'view'>) {
  if (search !== '')
    return (
      <EmptyState title={`Nothing matches “${search}”.`}>
        {hasInactive
          ? 'Try fewer or other letters.'
          : 'Try fewer or other letters, or show inactive attorneys.'}
      </EmptyState>
    );
  return (
    <EmptyState title="No active attorneys">Show inactive attorneys to see their fees.</EmptyState>
  );
}
