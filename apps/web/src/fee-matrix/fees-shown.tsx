import type { RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { today } from '../platform/browser/local-day.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { formatDate } from '../ui/lib/format.ts';
import { countPages } from '../ui/list/list-view.ts';
import { Pager, rangeText } from '../ui/list/pager.tsx';
import { useLastPage } from '../ui/list/use-list-view.ts';
import { type Attorney, createFeeMatrix, filterAttorneys } from './fee-matrix.ts';
import { FeeTable } from './fee-table.tsx';
import styles from './fees-page.module.css';
import type { FeesView } from './fees-filters.tsx';
import { useAnnexure } from '../call-fees/annexure/use-annexure.ts';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';

const loadDialog = async () => ({ default: (await import('./fee-cell-dialog.tsx')).FeeCellDialog });
const FeeCellDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

type Props = {
  rows: readonly RateMatrixRow[];
  attorneys: readonly Attorney[];
  types: readonly DisbursementType[];
  view: FeesView;
  isStale: boolean;
};

/** A page of the attorneys that match, and the dialog of one cell. */
export function FeesShown({ rows, attorneys, types, view, isStale }: Props) {
  const [open, setOpen] = useState<{ attorneyId: string; typeId: string }>();
  const onOpen = useCallback(
    (attorneyId: string, typeId: string) => setOpen({ attorneyId, typeId }),
    [],
  );
  useLoadBeforeUse(loadDialog);
  const annexure = useAnnexure(view.on);
  const { columns, lines, count } = useFeeMatrix({ rows, attorneys, types, view });
  const { page, size } = view.list;
  useLastPage({ page, pages: countPages(count, size), change: view.changeList });
  const attorney = attorneys.find(({ _id }) => _id === open?.attorneyId);
  const type = types.find(({ _id }) => _id === open?.typeId);
  return (
    <>
      {annexure.error !== null && <Alert kind="error">{annexure.error.message}</Alert>}
      <p className={styles.printed}>As on {formatDate(view.on ?? today())}</p>
      {count === 0 ? (
        <NoneShown view={view} />
      ) : (
        <>
          <FeeTable
            // Another page begins at its top.
            key={page}
            {...{ columns, lines, isStale, onOpen }}
            onAnnexure={annexure.open}
          />
          <Pager label="Attorneys" view={view.list} count={count} onChange={view.changeList} />
        </>
      )}
      <output className="visually-hidden">
        {isStale ? '' : `Attorneys: ${rangeText(view.list, count)}`}
      </output>
      {attorney && type && (
        <Suspense>
          <FeeCellDialog
            {...{ attorney, type, types }}
            on={view.on}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function useFeeMatrix({ rows, attorneys, types, view }: Omit<Props, 'isStale'>) {
  const { hasInactive } = view;
  const { search, size } = view.list;
  const found = useMemo(
    () => filterAttorneys(attorneys, { search, hasInactive }),
    [attorneys, search, hasInactive],
  );
  const page = Math.min(view.list.page, countPages(found.length, size));
  const matrix = useMemo(() => {
    const shown = found.slice((page - 1) * size, page * size);
    return createFeeMatrix({ rows, attorneys: shown, types });
  }, [rows, found, types, page, size]);
  return { ...matrix, count: found.length };
}

function NoneShown({ view: { list, hasInactive } }: Pick<Props, 'view'>) {
  if (list.search !== '')
    return (
      <EmptyState title={`Nothing matches “${list.search}”.`}>
        {hasInactive
          ? 'Try fewer or other letters.'
          : 'Try fewer or other letters, or show inactive attorneys.'}
      </EmptyState>
    );
  return (
    <EmptyState title="No active attorneys">Show inactive attorneys to see their fees.</EmptyState>
  );
}
