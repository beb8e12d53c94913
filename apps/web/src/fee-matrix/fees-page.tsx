import { sortByName } from '@recoup/contract/core/folded';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { rateMatrixEndpoints, type RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useAnnexure } from '../call-fees/annexure/use-annexure.ts';
import { rateMatrixQuery } from '../call-fees/call-fees.queries.ts';
import { shownDayError, validFromError } from '../call-fees/valid-from.ts';
import { allDisbursementsQuery } from '../disbursements/disbursements.queries.ts';
import { FeeChangeDialog } from '../fee-changes/fee-change-dialog.tsx';
import { FeeChangeList } from '../fee-changes/ledger/fee-change-list.tsx';
import { transfer } from '../platform/api/api-transfer.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { today } from '../platform/browser/local-day.ts';
import { paths } from '../platform/browser/paths.ts';
import { choiceFilter, type Filter, useFilters } from '../platform/filters/filters.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { may } from '../platform/session/may.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Button } from '../ui/controls/button.tsx';
import { FileIcon } from '../ui/controls/icons.tsx';
import { DownloadIcon, UploadIcon } from '../ui/controls/transfer-icons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { formatDate } from '../ui/lib/format.ts';
import { saveCsv } from '../ui/lib/save-file.ts';
import { countPages } from '../ui/list/list-view.ts';
import { Pager, rangeText } from '../ui/list/pager.tsx';
import { PlainTableHead } from '../ui/list/plain-table-head.tsx';
import { SkeletonRows } from '../ui/list/skeleton-rows.tsx';
import { useAhead } from '../ui/list/use-ahead.ts';
import { useLastPage, useListView } from '../ui/list/use-list-view.ts';
import { SearchBox } from '../ui/search/search-box.tsx';
import { shownAttorneysQuery } from '../users/users.queries.ts';
import { type Attorney, feeMatrixFor, filterAttorneys } from './fee-matrix.ts';
import styles from './fee-table.module.css';
import { FeeTable } from './fee-table.tsx';
import feesPageStyles from './fees-page.module.css';
import pageStyles from './fees-page.module.css';
import { UploadFeesDialog } from './upload/upload-fees-dialog.tsx';

/** Prices of each attorney's entries on a day (product-2.md, section 1). */
export function FeesPage() {
  const view = useFeesView();
  const fees = useFees(view.on);
  return (
    <PageFrame
      title="Fees"
      intro="What each attorney charges by disbursement type, now and from a coming day."
      actions={<FeesActions on={view.on} />}
    >
      <Panel>
        <FeesFilters view={view} />
        <Fees view={view} {...fees} />
      </Panel>
      {/* Below a table of unknown height, which would push it down. */}
      {!fees.isLoading && <FeeChangeList />}
    </PageFrame>
  );
}

const begin = { beginsWithLast: true };

function useFees(on: FeesView['on']) {
  const firm = useQuery(currentUserQuery).data?.firm?._id;
  const types = useQuery({
    ...allDisbursementsQuery(firm ?? '', begin),
    enabled: firm !== undefined,
  });
  const attorneys = useQuery(shownAttorneysQuery);
  const matrix = useQuery(rateMatrixQuery(on, begin));
  const error = matrix.error ?? attorneys.error ?? types.error;
  const isLoading = error === null && !(types.data && attorneys.data && matrix.data);
  const isOld = [types, attorneys].some(({ dataUpdatedAt }) => dataUpdatedAt === 0);
  return { types, attorneys, matrix, error, isLoading, isOld };
}

type FeesProps = ReturnType<typeof useFees> & { view: FeesView };

function Fees({ view, types, attorneys, matrix, error, isOld }: FeesProps) {
  if (error !== null) {
    const retry = () => [matrix, attorneys, types].forEach((each) => void each.refetch());
    return <ErrorState title="Fees could not be loaded." message={error.message} onRetry={retry} />;
  }
  if (!types.data || !attorneys.data || !matrix.data) return <FeesSkeleton />;
  const found = { rows: matrix.data, attorneys: attorneys.data, types: types.data };
  if (!hasCells(found.attorneys, found.types))
    return <NothingYet hasTypes={hasUsed(found.types)} />;
  return <FeesShown {...found} {...{ view, isOld }} isStale={matrix.isPlaceholderData} />;
}

function hasCells(attorneys: readonly Attorney[], types: readonly DisbursementType[]): boolean {
  return attorneys.length > 0 && hasUsed(types);
}

function hasUsed(types: readonly DisbursementType[]): boolean {
  return types.length > 0;
}

/** The first step that is missing. */
function NothingYet({ hasTypes }: { hasTypes: boolean }) {
  if (!hasTypes)
    return (
      <EmptyState
        title="No disbursement types yet"
        action={
          may('disbursements:write') && (
            <ButtonLink to={paths.addDisbursement}>Add disbursement type</ButtonLink>
          )
        }
      >
        Add what your attorneys record, then assign it to them with its fees.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No attorneys yet"
      action={may('users:write') && <ButtonLink to={paths.addAttorney}>Add Attorney</ButtonLink>}
    >
      Add your first attorney, then set the agreed call fees.
    </EmptyState>
  );
}

/** Until the fees are there. */
function FeesSkeleton() {
  return (
    <div className={styles.scroll}>
      <table role="table" aria-label="Fees" aria-busy="true" className={styles.table}>
        <PlainTableHead titles={['Attorney', 'Fees']} />
        <SkeletonRows columns={2} rows={10} />
      </table>
    </div>
  );
}

/** Actions on the fees of all attorneys. */
function FeesActions({ on }: { on: string | undefined }) {
  const [isUploading, setUploading] = useState(false);
  const mayChange = may('call-fees:write');
  const annexure = useAnnexure(on);
  const csv = useActionBy(
    () => transfer(rateMatrixEndpoints.getRateMatrix, { query: { on }, accept: 'text/csv' }),
    { onDone: (content) => saveCsv(`fees-${on ?? today()}.csv`, content) },
  );
  const error = annexure.error ?? csv.error;
  return (
    <>
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {mayChange && <FeeChangeButton />}
      <Button variant="outline" isBusy={annexure.isPending} onClick={() => annexure.open()}>
        <FileIcon />
        Fee annexures (PDF)
      </Button>
      <Button variant="outline" isBusy={csv.isPending} onClick={() => csv.run()}>
        <DownloadIcon />
        Download CSV
      </Button>
      {mayChange && (
        <Button variant="outline" onClick={() => setUploading(true)}>
          <UploadIcon />
          Upload CSV
        </Button>
      )}
      {isUploading && <UploadFeesDialog onClose={() => setUploading(false)} />}
    </>
  );
}

/** Opens the dialog that changes many fees by a percentage. */
function FeeChangeButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Raise fees
      </Button>
      {isOpen && <FeeChangeDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const loadDialog = async () => ({ default: (await import('./fee-cell-dialog.tsx')).FeeCellDialog });
const FeeCellDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

type Props = {
  rows: readonly RateMatrixRow[];
  attorneys: readonly Attorney[];
  types: readonly DisbursementType[];
  view: FeesView;
  isStale: boolean;
  /** Attorneys or types are those of the last visit: a dialog opens once the new ones are there. */
  isOld: boolean;
};

/** A page of the attorneys that match, and the dialog of one cell. */
function FeesShown({ rows, attorneys, types, view, isStale, isOld }: Props) {
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
      <p className={pageStyles.printed}>As on {formatDate(view.on ?? today())}</p>
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
      {attorney && type && !isOld && (
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

function useFeeMatrix({ rows, attorneys, types, view }: Omit<Props, 'isStale' | 'isOld'>) {
  const { hasInactive } = view;
  const { search, size } = view.list;
  const inOrder = useMemo(() => sortByName(attorneys, ({ name }) => name), [attorneys]);
  const found = useMemo(
    () => filterAttorneys(inOrder, { search, hasInactive }),
    [inOrder, search, hasInactive],
  );
  const page = Math.min(view.list.page, countPages(found.length, size));
  const { columns, lineFor } = feeMatrixFor({ rows, types });
  const lines = useMemo(
    () => found.slice((page - 1) * size, page * size).map(lineFor),
    [found, page, size, lineFor],
  );
  return { columns, lines, count: found.length };
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

const feeDay: Filter = {
  none: '',
  read: (text) => (validFromError(text) === undefined ? text : ''),
  // The attorneys are the same.
  keepsPage: true,
};
const feesFilters = { on: feeDay, inactive: choiceFilter(['shown']) };

type FeesView = ReturnType<typeof useFeesView>;

/** The view of the page, stored in the address. `on` is undefined for today. */
function useFeesView() {
  const [list, changeList] = useListView({ size: 20 });
  const { values, change } = useFilters(feesFilters);
  return {
    list,
    changeList,
    on: values.on === '' ? undefined : values.on,
    hasInactive: values.inactive === 'shown',
    change,
  };
}

/** The day, and which attorneys. */
function FeesFilters({ view }: { view: FeesView }) {
  const [hasInactive, show] = useAhead(view.hasInactive);
  return (
    <div className={feesPageStyles.filters} data-unprinted>
      <PricesOn on={view.on} onChange={(on) => view.change({ on })} />
      <SearchBox
        label="Search attorneys"
        value={view.list.search}
        onSearch={(search) => view.changeList({ search })}
      />
      <CheckboxField
        label="Show inactive attorneys"
        checked={hasInactive}
        onChange={({ currentTarget }) => {
          show(currentTarget.checked);
          view.change({ inactive: currentTarget.checked ? 'shown' : '' });
        }}
      />
    </div>
  );
}

type DayProps = { on: string | undefined; onChange: (on: string) => void };

/** An invalid day leaves the table as it is. A day from the URL (Back) replaces the typed one. */
function PricesOn({ on, onChange }: DayProps) {
  const [typed, type] = useAhead(on ?? today());
  return (
    <div className={feesPageStyles.day}>
      <TextField
        label="Prices on"
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        value={typed}
        error={shownDayError(typed, on ?? today())}
        onChange={({ currentTarget: { value } }) => {
          type(value);
          const day = value === today() ? '' : value;
          if (validFromError(value) === undefined && day !== (on ?? '')) onChange(day);
        }}
      />
    </div>
  );
}
