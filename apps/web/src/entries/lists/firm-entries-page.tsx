import { may } from '../../platform/session/may.ts';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { maxCorrectedEntries } from '@recoup/contract/entries/entry-corrections';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { DataList } from '../../ui/list/data-list.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useListSettings } from '../../list-views/use-list-settings.ts';
import { readView } from '../../ui/list/list-view.ts';
import { useRowSelection } from '../../ui/selection/use-row-selection.ts';
import { CorrectionBar } from '../bulk-corrections/correction-bar.tsx';
import { useDeletedIds, useWaitingDeletions } from '../deletion/deletions.ts';
import { EntryFilterFields } from './entry-filters.tsx';
import { EntrySearch } from './entry-search.tsx';
import { EntrySummary } from './entry-summary.tsx';
import { filterNames, useEntryFilters } from './entry-view.ts';
import { entryDefaults, firmEntriesQuery } from './firm-entries.queries.ts';
import { entryTitle } from '../form/recorded-entry-dialog.tsx';
import { FirmEntryDialog } from './firm-entry-dialog.tsx';
import { shownColumns } from './firm-entry-columns.tsx';

// Seldom shown, and then without a network.
const loadWaiting = async () => ({
  default: (await import('../deletion/waiting-deletions.tsx')).WaitingDeletions,
});
const WaitingDeletions = lazyPart(loadWaiting);

const intro = 'What attorneys recorded. Exported entries are locked.';

/** The firm's entries, to find and correct: each with its price, reason and correction. */
export function FirmEntriesPage() {
  const [open, setOpen] = useState<Entry | null>(null);
  const filters = useEntryFilters();
  const deleted = useDeletedIds();
  const { search, sort } = readView(useSearchParams()[0], entryDefaults);
  const selection = useRowSelection<Entry>({
    keyOf: ({ _id }) => _id,
    max: maxCorrectedEntries,
    of: JSON.stringify([filters, search]),
  });
  const { hidden, isKnown } = useListSettings('entries');
  const isFiltered = filterNames.some((name) => filters[name] !== '');
  return (
    <PageFrame title="Entries" intro={intro}>
      <Waiting />
      <Panel label="Recorded entries" isTight>
        <DataList
          label="Entries"
          search={EntrySearch}
          filters={<EntryFilterFields filters={filters} />}
          summary={<EntrySummary filters={filters} />}
          columns={shownColumns({ onOpen: setOpen, selection, hidden })}
          isPending={!isKnown}
          rowKey={(entry) => entry._id}
          query={(view) => firmEntriesQuery(filters, view, deleted)}
          defaults={entryDefaults}
          empty={<NoEntries isFiltered={isFiltered} />}
          isCompact
        />
        {may('entries:correct-many') && (
          <CorrectionBar selection={selection} matching={{ filters, search, sort, deleted }} />
        )}
      </Panel>
      {open !== null && (
        <FirmEntryDialog key={open._id} {...dialogProps(open)} onClose={() => setOpen(null)} />
      )}
    </PageFrame>
  );
}

function Waiting() {
  useLoadBeforeUse(loadWaiting);
  if (useWaitingDeletions().waiting.length === 0) return null;
  return (
    <Suspense>
      <WaitingDeletions />
    </Suspense>
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

function dialogProps(entry: Entry) {
  return { id: entry._id, title: entryTitle(entry), attorneyId: entry.attorney._id };
}
