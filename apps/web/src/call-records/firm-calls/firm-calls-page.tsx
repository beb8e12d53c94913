import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import {
  type CallRecord,
  maxAcceptances,
  type CallsOfAttorney,
} from '@recoup/contract/call-records/endpoints';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DataList } from '../../ui/list/data-list.tsx';
import { readView } from '../../ui/list/list-view.ts';
import {
  type RowSelection,
  useRowSelection,
  useSelectedRows,
} from '../../ui/selection/use-row-selection.ts';
import { withoutDecided, type CallAction, type Failure } from '../open-calls/decided-calls.ts';
import { useDecisions } from '../open-calls/decisions.ts';
import type { CallPage } from '../open-calls/open-calls.queries.ts';
import { useDeciding } from '../open-calls/use-deciding.ts';
import { callColumns, isAcceptable } from './call-columns.tsx';
import {
  callDefaults,
  callFilters,
  type CallFilters,
  type CallFilterValues,
  firmCallsQuery,
  callDays,
} from './firm-calls.queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { formatCount } from '../../ui/lib/format.ts';
import styles from './firm-calls.module.css';
import { FilterSelect, PeriodFilter } from '../../platform/filters/filter-fields.tsx';
import { useFilters } from '../../platform/filters/filters.ts';
import type { Option } from '../../ui/form/fields.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { unlessFailed } from '../../ui/feedback/loaded.tsx';
import { keepNewAnswer } from '../../ui/feedback/old-answer.ts';
import { SelectionBar } from '../../ui/selection/selection-bar.tsx';
import {
  callsText,
  callName,
  directionText,
  callLengthText,
  priceText,
} from '../open-calls/call-texts.ts';
import { MergeCalls } from './merge-calls.tsx';
import { useAcceptance, useAcceptanceOfDays, type RefusedCall } from './use-acceptance.ts';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { may } from '../../platform/session/may.ts';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { periodText } from '../../platform/filters/period.ts';
import { useAttorneyNames } from '../../platform/session/attorney-names.ts';
import shared from '../../ui/layout/shared.module.css';
import { mergeAction, privateAction } from '../open-calls/call-actions.tsx';
import { ProposedEntry } from '../open-calls/proposed-entry.tsx';
import { RecordCallDialog } from '../open-calls/record-call-dialog.tsx';

const intro =
  'Calls of your telephone systems, the oldest first, at the price that they would have. ' +
  'Those with the account code of a matter can be recorded together.';

/** The firm's calls: the open ones, and what became of the others. */
export function FirmCallsPage() {
  const filters = useFilters(callFilters);
  return (
    <PageFrame
      title="Calls nobody recorded"
      intro={intro}
      actions={<MergeCalls filters={filters.values} />}
    >
      <Calls filters={filters} />
    </PageFrame>
  );
}

function Calls({ filters }: { filters: CallFilters }) {
  const decisions = useDecisions();
  const { open, setOpen, onDecide } = useDeciding();
  const shown = useShown(filters.values);
  const isSettled = useSettled(shown.rows);
  const selection = useRowSelection<CallRecord>({
    keyOf: callId,
    max: maxAcceptances,
    of: JSON.stringify(filters.values),
  });
  const actions = { isPaused: !isSettled, onDecide, onOpen: setOpen };
  return (
    <Panel label="Calls of the firm" isTight>
      <DataList
        label="Calls"
        isSearchable={false}
        filters={<CallFilterFields filters={filters} attorneys={shown.attorneys} />}
        summary={
          <div className={styles.summary}>
            {shown.page ? (
              <OpenSum {...shown.page} filters={filters.values} isStale={shown.isStale} />
            ) : (
              <output>{'\u00a0'}</output>
            )}
            <SelectByCode calls={shown.data} selection={selection} isStale={shown.isStale} />
          </div>
        }
        columns={callColumns({ selection, decisions, ...actions })}
        rowKey={callId}
        query={(view) => ({ ...firmCallsQuery(filters.values, view), select: shown.select })}
        defaults={callDefaults}
        empty={<NoCalls isFiltered={filters.isFiltered} />}
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

function callId({ _id }: CallRecord): string {
  return _id;
}

/** The page that the list shows, for what stands around it. */
function useShown(filters: CallFilterValues) {
  const decisions = useDecisions();
  const view = readView(useSearchParams()[0], callDefaults);
  // Under “All states” a decided call stays, and says what became of it.
  const select = (page: CallPage) =>
    filters.state === 'all' ? page : withoutDecided(page, decisions);
  const result = useQuery({
    ...firmCallsQuery(filters, view),
    select,
    placeholderData: keepNewAnswer,
  });
  const { data } = unlessFailed(result);
  const isOld = data !== undefined && !result.isPlaceholderData && result.dataUpdatedAt === 0;
  const calls = data?.data ?? [];
  // Under one attorney the others can still be chosen.
  const all = useQuery({
    ...firmCallsQuery({ ...filters, attorney: '' }, { page: 1, size: 5 }),
    enabled: filters.attorney !== '',
    placeholderData: keepNewAnswer,
  });
  const { attorneys } = (filters.attorney === '' ? data : all.data) ?? {};
  return {
    page: data,
    data: calls,
    /** Changes with what the rows are. */
    rows: [isOld, ...calls.map(({ _id }) => _id)].join(),
    isStale: isOld || result.isPlaceholderData,
    attorneys,
    select,
  };
}

function NoCalls({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState title="Every call is recorded">
        Calls appear here once a file of your telephone system is imported.
      </EmptyState>
    );
  return <EmptyState title="No calls match.">Choose other days or another state.</EmptyState>;
}

type Props = {
  calls: readonly CallRecord[];
  selection: RowSelection<CallRecord>;
  /** Whether the calls are still those of the last visit, or of the filters or the page before. */
  isStale: boolean;
};

/** Selects the calls of this page whose account code names a matter. */
function SelectByCode({ calls, selection, isStale }: Props) {
  const items = useSelectedRows(selection);
  const found = calls.filter(isAcceptable);
  const added = found.filter((call) => !selection.has(call));
  return (
    <Button
      variant="outline"
      data-unprinted
      disabled={added.length === 0 || selection.isFull()}
      isPaused={isStale}
      onClick={() => selection.choose([...items, ...added])}
    >
      Select by account code ({formatCount(found.length)})
    </Button>
  );
}

type OpenSumProps = CallPage & { filters: CallFilterValues } & Pick<Props, 'isStale'>;

/** Sum of the open calls of all pages, and the recording of those with an account code. */
function OpenSum({ open, sum, attorneys, filters, isStale }: OpenSumProps) {
  const withCode = attorneys.reduce((total, each) => total + each.withCode, 0);
  const accept = useAcceptanceOfDays();
  const isListed = filters.state === '' || filters.state === 'proposed';
  return (
    <>
      <output>
        {callsText(open)} nobody recorded, {formatRand(toCentsTotal(sum))}
      </output>
      {isListed && withCode > 0 && filters.attorney !== 'none' && may('call-records:write') && (
        <ConfirmButton
          variant="outline"
          title={`Record ${callsText(withCode)}?`}
          question={`Those with the account code of a matter, of ${
            periodText(filters) || 'all days'
          }. What is refused stays open.`}
          confirmLabel="Record"
          backLabel="Cancel"
          confirming={accept}
          isPaused={isStale}
          onConfirm={() => accept.run({ body: callDays(filters) })}
        >
          Record all with an account code ({formatCount(withCode)})
        </ConfirmButton>
      )}
    </>
  );
}

type CallFilterFieldsProps = {
  filters: CallFilters;
  attorneys: readonly CallsOfAttorney[] | undefined;
};

/** Days, what became of the calls, and attorney. */
function CallFilterFields({ filters, attorneys }: CallFilterFieldsProps) {
  return (
    <div className={styles.filters} data-unprinted>
      <PeriodFilter filters={filters} />
      <FilterSelect label="State" choices={stateOptions} filters={filters} name="state" />
      <FilterSelect
        label="Attorney"
        all="All attorneys"
        choices={attorneyOptions(attorneys, filters.values.attorney)}
        filters={filters}
        name="attorney"
      />
    </div>
  );
}

const stateOptions: readonly Option[] = [
  { value: '', label: 'Open' },
  { value: 'proposed', label: 'Open, with a proposal' },
  { value: 'loose', label: 'Open, without a proposal' },
  { value: 'recorded', label: 'Recorded' },
  { value: 'merged', label: 'Merged' },
  { value: 'private', label: 'Private' },
  { value: 'all', label: 'All states' },
];

/** Calls without an attorney can be chosen while there are none. */
function attorneyOptions(attorneys: CallFilterFieldsProps['attorneys'], chosen: string) {
  const known = attorneys?.map(({ attorney, calls }) => ({
    value: attorney?._id ?? 'none',
    label: `${attorney?.name ?? 'No attorney'} (${formatCount(calls)})`,
  }));
  if (chosen !== 'none' || known?.some(({ value }) => value === chosen)) return known;
  return [...(known ?? []), { value: chosen, label: 'No attorney' }];
}

/** How many calls are selected, and their recording. Those that were refused are named. */
function RecordBar({ selection }: { selection: RowSelection<CallRecord> }) {
  const items = useSelectedRows(selection);
  const accept = useAcceptance(selection.clear);
  return (
    <>
      {accept.refused.length > 0 && (
        <RefusedCalls refused={accept.refused} onClose={accept.forgetRefused} />
      )}
      {items.length > 0 && (
        <SelectionBar label="Selected calls" count={items.length} max={maxAcceptances}>
          <Button isBusy={accept.isPending} onClick={() => accept.start(items)}>
            Record {callsText(items.length)}
          </Button>
          <Button variant="quiet" onClick={selection.clear}>
            Clear
          </Button>
          {accept.error !== null && <Alert kind="error">{accept.error.message}</Alert>}
        </SelectionBar>
      )}
    </>
  );
}

type RefusedProps = { refused: readonly RefusedCall[]; onClose: () => void };

/** Calls that were not recorded, each with its reason. */
function RefusedCalls({ refused, onClose }: RefusedProps) {
  return (
    <Alert kind="error">
      <p>{callsText(refused.length)} could not be recorded:</p>
      <ul aria-label="Refused calls">
        {refused.map(({ call, message }) => (
          <li key={call._id}>
            {callName(call)}: {message}
          </li>
        ))}
      </ul>
      <Button variant="outline" size="small" onClick={onClose}>
        Dismiss
      </Button>
    </Alert>
  );
}

type FirmCallDialogProps = {
  call: CallRecord;
  failure: Failure | undefined;
  onDecide: (action: CallAction) => void;
  onClose: () => void;
};

/** A call of the firm: recorded as chosen, merged or made private. */
function FirmCallDialog(props: FirmCallDialogProps) {
  const { call, failure, onDecide } = props;
  const isUnknown = call.attorney === null;
  const names = useAttorneyNames(isUnknown);
  return (
    <RecordCallDialog {...props} attorneys={isUnknown ? (names.data ?? []) : undefined}>
      {failure && <Alert kind="error">{failure.message}</Alert>}
      <p>
        {directionText(call)} · {callLengthText(call)} · {priceText(call)}
        <span className={shared.muted}> · {call.attorney?.name ?? call.ownParty}</span>
      </p>
      {call.entry !== null && <ProposedEntry id={call.entry} />}
      <OtherActions call={call} onDecide={onDecide} />
    </RecordCallDialog>
  );
}

function OtherActions({ call, onDecide }: Pick<FirmCallDialogProps, 'call' | 'onDecide'>) {
  const { attorney, entry } = call;
  if (attorney === null) return null;
  return (
    <div className={shared.buttons}>
      {entry !== null && (
        <Button variant="outline" onClick={() => onDecide(mergeAction(call, entry))}>
          Merge
        </Button>
      )}
      <Button variant="outline" onClick={() => onDecide(privateAction(call))}>
        Private
      </Button>
    </div>
  );
}
