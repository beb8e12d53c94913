import type { RateChange } from '@recoup/contract/call-fees/rate-change-endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import type { ListView } from '../../../ui/list/list-view.ts';
import { Pager } from '../../../ui/list/pager.tsx';
import { columnsWith } from './fee-change-columns.tsx';
import { feeChangesQuery } from '../raise.queries.ts';
import { TakeBackDialog } from './take-back-dialog.tsx';

const label = 'Fee changes';

/** Lists changes of many fees with their user and date, and takes a change back. */
export function FeeChangeList() {
  const [asked, setAsked] = useState<RateChange | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Panel label={label}>
      <h2 ref={heading} tabIndex={-1}>
        {label}
      </h2>
      <Changes onTakeBack={setAsked} />
      {asked !== null && (
        <TakeBackDialog
          change={asked}
          onClose={() => setAsked(null)}
          onShown={() => heading.current?.focus()}
        />
      )}
    </Panel>
  );
}

function Changes({ onTakeBack }: { onTakeBack: (change: RateChange) => void }) {
  const [view, setView] = useState<ListView>({ page: 1, size: 5, search: '', sort: undefined });
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...feeChangesQuery(view.page, view.size),
    placeholderData: keepPreviousData,
  });
  if (error !== null)
    return (
      <ErrorState
        title="Fee changes could not be loaded."
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (data?.count === 0)
    return (
      <EmptyState title="No fee changes yet">
        Raised fees are listed here, and can be taken back.
      </EmptyState>
    );
  const change = (part: Partial<ListView>) => setView({ ...view, ...part });
  return (
    <>
      <DataTable
        {...{ label, view }}
        columns={columnsWith(onTakeBack)}
        rowKey={({ _id }) => _id}
        rows={data?.data}
        isStale={isPlaceholderData}
        onSort={() => undefined}
      />
      {data !== undefined && data.count > view.size && (
        <Pager {...{ label, view }} count={data.count} onChange={change} />
      )}
    </>
  );
}
