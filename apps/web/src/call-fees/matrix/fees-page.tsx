import { may } from '../../platform/session/may.ts';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { useQuery } from '@tanstack/react-query';
import { allDisbursementsQuery } from '../../disbursements/disbursements.queries.ts';
import { paths } from '../../platform/browser/paths.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { FeeChangeList } from '../raise/ledger/fee-change-list.tsx';
import type { Attorney } from './fee-matrix.ts';
import { FeesActions } from './fees-actions.tsx';
import { FeesFilters } from './fees-filters.tsx';
import { attorneysQuery, rateMatrixQuery } from './fees.queries.ts';
import { FeesShown } from './fees-shown.tsx';
import { FeesSkeleton } from './fees-skeleton.tsx';
import { type ChangeFeesView, type FeesView, useFeesView } from './fees-view.ts';

/** Prices of each attorney's entries on a day (product-2.md, section 1). */
export function FeesPage() {
  const [view, change] = useFeesView();
  const fees = useFees(view.on);
  return (
    <PageFrame
      title="Fees"
      intro="What each attorney charges by disbursement type, now and from a coming day."
      actions={<FeesActions on={view.on} />}
    >
      <Panel>
        <FeesFilters view={view} onChange={change} />
        <Fees view={view} onChange={change} {...fees} />
      </Panel>
      {/* Below a table of unknown height, which would push it down. */}
      {!fees.isLoading && <FeeChangeList />}
    </PageFrame>
  );
}

function useFees(on: FeesView['on']) {
  const firm = useQuery(currentUserQuery).data?.firm?._id;
  const types = useQuery({ ...allDisbursementsQuery(firm ?? ''), enabled: firm !== undefined });
  const attorneys = useQuery(attorneysQuery);
  const matrix = useQuery(rateMatrixQuery(on));
  const error = matrix.error ?? attorneys.error ?? types.error;
  const isLoading = error === null && !(types.data && attorneys.data && matrix.data);
  return { types, attorneys, matrix, error, isLoading };
}

type FeesProps = ReturnType<typeof useFees> & { view: FeesView; onChange: ChangeFeesView };

function Fees({ view, onChange, types, attorneys, matrix, error }: FeesProps) {
  if (error !== null) {
    const retry = () => [matrix, attorneys, types].forEach((each) => void each.refetch());
    return <ErrorState title="Fees could not be loaded." message={error.message} onRetry={retry} />;
  }
  if (!types.data || !attorneys.data || !matrix.data) return <FeesSkeleton />;
  const found = { rows: matrix.data, attorneys: attorneys.data, types: types.data };
  if (!hasCells(found.attorneys, found.types))
    return <NothingYet hasTypes={hasUsed(found.types)} />;
  return <FeesShown {...found} {...{ view, onChange }} isStale={matrix.isPlaceholderData} />;
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
