import { type CallRecord, maxAcceptances } from '@recoup/contract/call-records/endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DataList } from '../../ui/list/data-list.tsx';
import { readView } from '../../ui/list/list-view.ts';
import { useRowSelection } from '../../ui/selection/use-row-selection.ts';
import { withoutDecided } from '../open-calls/decided-calls.ts';
import { useDecisions } from '../open-calls/decisions.ts';
import type { CallPage } from '../open-calls/open-calls.queries.ts';
import { useDeciding } from '../open-calls/use-deciding.ts';
import { callColumns } from './call-columns.tsx';
import { CallFilterFields } from './call-filters.tsx';
import { type CallFilters, useCallFilters } from './call-view.ts';
import { FirmCallDialog } from './firm-call-dialog.tsx';
import { callDefaults, firmCallsQuery } from './firm-calls.queries.ts';
import { RecordBar } from './record-bar.tsx';
import { SelectByCode } from './select-by-code.tsx';

const intro =
  'Calls of your telephone systems, the oldest first, at the price that they would have. ' +
  'Those with the account code of a matter can be recorded together.';

/** The firm's calls: the open ones, and what became of the others. */
export function FirmCallsPage() {
  const filters = useCallFilters();
  return (
    <PageFrame
      title="Calls nobody recorded"
      intro={intro}
      actions={
        <ButtonLink variant="outline" to={paths.callImports}>
          Import calls
        </ButtonLink>
      }
    >
      <Calls filters={filters} />
    </PageFrame>
  );
}

function Calls({ filters }: { filters: CallFilters }) {
  const decisions = useDecisions();
  const { open, setOpen, onDecide } = useDeciding();
  const shown = useShown(filters);
  const isSettled = useSettled(shown.data.map(({ _id }) => _id).join());
  const selection = useRowSelection<CallRecord>({
    keyOf: ({ _id }) => _id,
    max: maxAcceptances,
    of: JSON.stringify(filters),
  });
  const deeds = { isResting: !isSettled, onDecide, onOpen: setOpen };
  return (
    <Panel label="Calls of the firm" isTight>
      <DataList
        label="Calls"
        isSearchable={false}
        filters={<CallFilterFields filters={filters} attorneys={shown.attorneys} />}
        summary={<SelectByCode calls={shown.data} selection={selection} />}
        columns={callColumns({ selection, decisions, ...deeds })}
        rowKey={({ _id }) => _id}
        query={(view) => ({ ...firmCallsQuery(filters, view), select: shown.select })}
        defaults={callDefaults}
        empty={<NoCalls filters={filters} />}
        isCompact
      />
      <RecordBar selection={selection} />
      {open !== null && (
        <FirmCallDialog
          call={open}
          failure={decisions.failures.get(open._id)}
          onDecide={onDecide}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  );
}

/** The page that the list shows, for what stands around it. */
function useShown(filters: CallFilters) {
  const decisions = useDecisions();
  const view = readView(useSearchParams()[0], callDefaults);
  // Under “All states” a decided call stays, and says what became of it.
  const select = (page: CallPage) =>
    filters.state === 'all' ? page : withoutDecided(page, decisions);
  const { data } = useQuery({
    ...firmCallsQuery(filters, view),
    select,
    placeholderData: keepPreviousData,
  });
  // Under one attorney the others can still be chosen.
  const all = useQuery({
    ...firmCallsQuery({ ...filters, attorney: '' }, { page: 1, size: 5 }),
    enabled: filters.attorney !== '',
    placeholderData: keepPreviousData,
  });
  const { attorneys } = (filters.attorney === '' ? data : all.data) ?? {};
  return { data: data?.data ?? [], attorneys, select };
}

function NoCalls({ filters: { state, period, from, to, attorney } }: { filters: CallFilters }) {
  if ([state, period, from, to, attorney].every((value) => value === ''))
    return (
      <EmptyState title="Every call is recorded">
        Calls appear here once a file of your telephone system is imported.
      </EmptyState>
    );
  return <EmptyState title="No calls match.">Choose other days or another state.</EmptyState>;
}
