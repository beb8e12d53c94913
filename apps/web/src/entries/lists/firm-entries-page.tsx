import { totalsText } from '@recoup/contract/vat/amounts';
import { id, isoDate } from '@recoup/contract/core/fields';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DataList } from '../../ui/list/data-list.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import { type ListDefaults, readView } from '../../ui/list/list-view.ts';
import { useTidyParams } from '../../ui/list/use-search-params-state.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useDeletedIds } from '../deletion/deletions.ts';
import { EntryFilterFields } from './entry-filters.tsx';
import { type EntryFilters, filterNames, firmEntriesQuery } from './firm-entries.queries.ts';
import styles from './firm-entries-page.module.css';
import { titleOf } from '../form/recorded-entry-dialog.tsx';
import { FirmEntryDialog } from './firm-entry-dialog.tsx';
import { columns } from './firm-entry-columns.tsx';

// The chart brings its own library, and the list does not wait for it.
const Recoveries = lazy(async () => ({
  default: (await import('../recoveries/recoveries.tsx')).Recoveries,
}));
const defaults: ListDefaults = { size: 10 };

const intro =
  'Everything attorneys recorded, each at the fees of its day. Exported entries are locked.';

/** Recoveries by month, and each entry with its price, reason and correction. */
export function FirmEntriesPage() {
  const [params] = useSearchParams();
  const [open, setOpen] = useState<Entry | null>(null);
  const filters = readFilters(params);
  const deleted = useDeletedIds();
  useTidyParams(filters);
  const isFiltered = filterNames.some((name) => filters[name] !== '');
  return (
    <PageFrame title="Entries" intro={intro}>
      <Panel label="Recoveries by month">
        <h2>Recoveries by month</h2>
        <div className={styles.months}>
          <Suspense fallback={<p aria-busy="true">Loading…</p>}>
            <Recoveries />
          </Suspense>
        </div>
      </Panel>
      <Panel label="Recorded entries">
        <Totals filters={filters} />
        <EntryFilterFields filters={filters} />
        <DataList
          label="Entries"
          searchLabel="Search matter, client or narration"
          columns={columns(setOpen)}
          rowKey={(entry) => entry._id}
          query={(view) => firmEntriesQuery(filters, view, deleted)}
          defaults={defaults}
          empty={<NoEntries isFiltered={isFiltered} />}
        />
      </Panel>
      {open !== null && (
        <FirmEntryDialog key={open._id} {...openedOf(open)} onClose={() => setOpen(null)} />
      )}
    </PageFrame>
  );
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title={isFiltered ? 'No entries match.' : 'Nothing recorded yet'}>
      {isFiltered
        ? 'Remove a filter or widen the dates.'
        : 'Entries appear here as soon as an attorney records one.'}
    </EmptyState>
  );
}

/** Count and sum of all that match, from the answer that the list shows. */
function Totals({ filters }: { filters: EntryFilters }) {
  const [params] = useSearchParams();
  const deleted = useDeletedIds();
  const { data } = useQuery(firmEntriesQuery(filters, readView(params, defaults), deleted));
  return (
    <output className={styles.totals}>
      {data ? totalsOf(data.count, data.amount) : ' '}
      {data?.vat !== undefined && <small>{totalsText(data.vat)}</small>}
    </output>
  );
}

function totalsOf(count: number, amount: string | number = 0): string {
  const entries = count === 1 ? 'entry' : 'entries';
  return `${formatCount(count)} ${entries}, ${formatRand(toCentsTotal(amount))}`;
}

function openedOf(entry: Entry) {
  return { id: entry._id, title: titleOf(entry), attorneyId: entry.attorney._id };
}

/** Unreadable filters are ignored. */
function readFilters(params: URLSearchParams): EntryFilters {
  const read = (name: string, schema: typeof id | typeof isoDate) =>
    schema.safeParse(params.get(name)).data ?? '';
  return {
    attorney: read('attorney', id),
    matter: read('matter', id),
    disbursementType: read('disbursementType', id),
    from: read('from', isoDate),
    to: read('to', isoDate),
  };
}
