import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';
import { may } from '../../platform/session/may.ts';
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
import { signOffStates, signOffSummary } from './sign-off-texts.ts';
import { firmSettingsQuery } from '../../platform/api/firm-settings.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { unlessFailed } from '../../ui/feedback/loaded.tsx';
import { remindersText } from './reminder-texts.ts';
import styles from '../month-end.module.css';

/** Which attorneys have marked the month as complete. */
export function AttorneyMonths({ to }: { to: string }) {
  const month = toMonth(to);
  const { data, error, refetch } = unlessFailed(useQuery(monthEndQuery(month)));
  return (
    <Panel id="people" label="Who is complete">
      <h2>2. People</h2>
      {error !== null && (
        <ErrorState
          title="The months could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      <p className={shared.muted}>
        {monthText(month)}
        {data && `: ${signOffSummary(data.attorneys)}`}
        {!data && !error && ': loading…'}
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
      <Link to={paths.entriesBy({ attorney: attorney._id })}>{attorney.name}</Link>
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

// Folded away, and seldom opened.
const ReminderForm = lazyPart(async () => ({
  default: (await import('./reminder-form.tsx')).ReminderForm,
}));

/** When attorneys are reminded by mail; folded away, because it is set once. */
function Reminders() {
  const { data, error } = useQuery({ ...firmSettingsQuery, staleTime: 0 });
  // Folded again, it keeps what was typed.
  const [wasOpened, setOpened] = useState(false);
  const saved = data?.reminders;
  return (
    <details
      className={styles.reminders}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>Reminders by email: {saved ? remindersText(saved) : 'loading…'}</summary>
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      <Suspense fallback={<p aria-busy="true">Loading…</p>}>
        {saved && wasOpened && <ReminderForm key={JSON.stringify(saved)} saved={saved} />}
      </Suspense>
    </details>
  );
}
