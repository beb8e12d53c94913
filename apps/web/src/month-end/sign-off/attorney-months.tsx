import { may } from '../../platform/session/may.ts';
import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatCount } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import type { Column } from '../../ui/list/column.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { SumWithVat } from '../../vat/sum-with-vat.tsx';
import { toMonth, monthText } from '../../platform/browser/months.ts';
import { monthEndQuery } from '../month-end.queries.ts';
import { Reminders } from './reminders.tsx';
import { signOffStates, signOffSummary } from './sign-off-words.ts';

/** Which attorneys have marked the month as complete. */
export function AttorneyMonths({ to }: { to: string }) {
  const month = toMonth(to);
  const { data, error, refetch } = useQuery(monthEndQuery(month));
  return (
    <Panel label="Who is complete">
      <h2>2. Who is complete</h2>
      {error !== null && (
        <ErrorState
          title="The months could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      <p className={shared.muted}>
        {monthText(month)}: {data ? signOffSummary(data.attorneys) : 'loading…'}
      </p>
      {data !== undefined && data.attorneys.length > 0 && (
        <DataTable
          label="Months of attorneys"
          columns={columns}
          rowKey={({ attorney }) => attorney._id}
          view={{ page: 1, size: 20, search: '', sort: undefined }}
          rows={data.attorneys}
          isStale={false}
          maxHeight={420}
          onSort={() => undefined}
        />
      )}
      {may('firm-settings:write') && <Reminders />}
    </Panel>
  );
}

const columns: readonly Column<AttorneyMonth>[] = [
  {
    key: 'attorney',
    title: 'Attorney',
    isTitle: true,
    cell: ({ attorney }) => (
      <Link to={paths.entriesOfAttorney({ attorney: attorney._id })}>{attorney.name}</Link>
    ),
  },
  {
    key: 'state',
    title: 'Month',
    cell: ({ state, completedAt }) => (
      <div>
        <StatusDot {...signOffStates[state]} />
        {completedAt !== null && <div className={shared.muted}>{formatMoment(completedAt)}</div>}
      </div>
    ),
  },
  {
    key: 'since',
    title: 'Recorded since',
    align: 'end',
    cell: ({ state, recordedSince }) => (state === 'complete' ? formatCount(recordedSince) : '–'),
  },
  { key: 'entries', title: 'Entries', align: 'end', cell: ({ entries }) => formatCount(entries) },
  { key: 'sum', title: 'Total', align: 'end', cell: SumWithVat },
];
