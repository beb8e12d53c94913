import { may } from '../../platform/session/may.ts';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { maxCorrectedEntries } from '@recoup/contract/entries/entry-corrections';
import { Suspense, useId, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { DataList } from '../../ui/list/data-list.tsx';
import { paths } from '../../platform/browser/paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useFilters, writeFilters } from '../../platform/filters/filters.ts';
import { useSearchParamsState } from '../../ui/list/use-search-params-state.ts';
import { useListSettings } from '../../list-views/use-list-settings.ts';
import { readView } from '../../ui/list/list-view.ts';
import { useRowSelection } from '../../ui/selection/use-row-selection.ts';
import { CorrectionBar } from '../bulk-corrections/correction-bar.tsx';
import { useDeletedIds, useWaitingDeletions } from '../deletion/deletions.ts';
import { EntrySummary } from './entry-summary.tsx';
import { useQuery } from '@tanstack/react-query';
import { FilterSelect, PeriodFilter } from '../../platform/filters/filter-fields.tsx';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import {
  entryDefaults,
  entryFilters,
  type EntryFilters,
  exportedOptions,
  firmEntriesQuery,
  typeNamesQuery,
  voucherOptions,
} from './firm-entries.queries.ts';
import { useAttorneyNames } from '../../platform/session/attorney-names.ts';
import styles from './firm-entries-page.module.css';
import { entryTitle } from '../form/entry-title.ts';
import { shownColumns } from './firm-entry-columns.tsx';
import { comboboxProps, onKeys, useInSight } from '../../ui/controls/combobox.ts';
import { SearchField } from '../../ui/search/search-field.tsx';
import { useTypedSearch } from '../../ui/search/use-typed-search.ts';
import type { MatterChoice } from '../form/matter-choice.ts';
import { Choices } from '../matter-search/matter-choices.tsx';
import { onlyWithNumber } from '../matter-search/matter-numbers.ts';
import { useMatterChoices } from '../matter-search/use-matter-choices.ts';

const loadDialog = async () => ({
  default: (await import('./firm-entry-dialog.tsx')).FirmEntryDialog,
});
const FirmEntryDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

// Seldom shown, and then without a network.
const loadWaiting = async () => ({
  default: (await import('../deletion/waiting-deletions.tsx')).WaitingDeletions,
});
const WaitingDeletions = lazyPart(loadWaiting);

const intro = 'What attorneys recorded. Exported entries are locked.';

/** The firm's entries, to find and correct: each with its price, reason and correction. */
export function FirmEntriesPage() {
  const [open, setOpen] = useState<Entry | null>(null);
  const filters = useFilters(entryFilters);
  const deleted = useDeletedIds();
  const { search, sort } = readView(useSearchParams()[0], entryDefaults);
  const selection = useRowSelection<Entry>({
    keyOf: entryId,
    max: maxCorrectedEntries,
    of: JSON.stringify([filters.values, search]),
  });
  const { hidden, isKnown } = useListSettings('entries');
  const columns = useMemo(
    () => shownColumns({ onOpen: setOpen, selection, hidden }),
    [selection, hidden],
  );
  useLoadBeforeUse(loadDialog);
  return (
    <PageFrame
      title="Entries"
      intro={intro}
      actions={
        <ButtonLink variant="outline" to={paths.accounts}>
          Accounts
        </ButtonLink>
      }
    >
      <Waiting />
      <Panel label="Recorded entries" isTight>
        <DataList
          label="Entries"
          search={EntrySearch}
          filters={<EntryFilterFields filters={filters} />}
          summary={<EntrySummary filters={filters} />}
          columns={columns}
          isPending={!isKnown}
          rowKey={entryId}
          query={(view) => firmEntriesQuery(filters.values, view, deleted)}
          defaults={entryDefaults}
          empty={<NoEntries isFiltered={filters.isFiltered} />}
          isCompact
        />
        {may('entries:correct-many') && (
          <CorrectionBar
            selection={selection}
            matching={{ filters: filters.values, search, sort, deleted }}
          />
        )}
      </Panel>
      {open !== null && (
        <Suspense>
          <FirmEntryDialog key={open._id} {...dialogProps(open)} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </PageFrame>
  );
}

function entryId({ _id }: Entry): string {
  return _id;
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

/** Days, attorney, type, and whether an export holds it. */
function EntryFilterFields({ filters }: { filters: EntryFilters }) {
  const attorneys = useAttorneyNames();
  const types = useQuery(typeNamesQuery);
  return (
    <>
      <div className={styles.filters} data-unprinted>
        <PeriodFilter filters={filters} />
        <FilterSelect
          label="Attorney"
          all="All attorneys"
          choices={attorneys.data}
          filters={filters}
          name="attorney"
        />
        <FilterSelect
          label="Disbursement type"
          all="All types"
          choices={types.data}
          filters={filters}
          name="disbursementType"
        />
        <FilterSelect
          label="Exported"
          all="Exported or not"
          choices={exportedOptions}
          filters={filters}
          name="exported"
        />
        <FilterSelect
          label="Vouchers"
          all="Voucher or not"
          choices={voucherOptions}
          filters={filters}
          name="hasVoucher"
        />
      </div>
      <NotLoaded what="The attorneys" of={attorneys} />
      <NotLoaded what="The disbursement types" of={types} />
    </>
  );
}

function dialogProps(entry: Entry) {
  return { id: entry._id, title: entryTitle(entry), attorneyId: entry.attorney._id };
}

type Props = { value: string; onSearch: (text: string) => void };

/**
 * Searches in matter, client, narration and voucher, and offers the matters found: one that is
 * chosen, or whose number was typed in full, becomes a filter.
 */
function EntrySearch({ value, onSearch }: Props) {
  const search = useTypedSearch(value, onSearch);
  const list = useMatterSuggestions(search.typed, {
    onChoose: useChooseMatter(search.clear),
    onCommit: search.commit,
  });
  const { listId, isOpen, active, choices } = list;
  return (
    <SearchField
      {...comboboxProps({
        listId,
        active: isOpen && choices[active] ? `${listId}-${active}` : undefined,
        isOpen: isOpen && choices.length > 0,
      })}
      label="Search matter, client or narration"
      value={search.typed}
      onClick={list.open}
      onChange={({ currentTarget }) => {
        search.type(currentTarget.value);
        list.open();
      }}
      onKeyDown={list.onKeyDown}
      onBlur={list.close}
      onClear={() => {
        search.clear();
        list.close();
      }}
    >
      {choices.length > 0 && <Choices list={list} />}
    </SearchField>
  );
}

/** One change of the address: the typed text only looked for the matter. */
function useChooseMatter(clearSearch: () => void): (matter: MatterChoice) => void {
  const [, changeAddress] = useSearchParamsState();
  return ({ _id }) => {
    clearSearch();
    changeAddress((now) => writeFilters(entryFilters, now, { matter: _id, search: '' }), {
      preventScrollReset: true,
    });
  };
}

type Choosing = {
  onChoose: (matter: MatterChoice) => void;
  onCommit: (text: string) => void;
};

/** As in the form of an entry, but with no active matter: Enter searches for the text. */
function useMatterSuggestions(typed: string, { onChoose, onCommit }: Choosing) {
  const listId = useId();
  const [{ isOpen, active }, setList] = useState(closed);
  const text = typed.trim();
  const { choices, message } = useMatterChoices(text);
  useInSight(`${listId}-${active}`);
  const close = () => setList(closed);
  const open = () => setList({ isOpen: true, active: -1 });
  const point = (line: number) =>
    setList((now) => (now.active === line ? now : { isOpen: true, active: line }));
  const choose = (matter: MatterChoice) => {
    close();
    onChoose(matter);
  };
  const move = (step: number) => {
    if (isOpen) point(Math.min(Math.max(active + step, 0), choices.length - 1));
    else open();
  };
  const enter = () => {
    const chosen = isOpen ? choices[active] : undefined;
    const matter = chosen ?? (text === '' ? undefined : onlyWithNumber(choices, text));
    if (matter !== undefined) return choose(matter);
    close();
    onCommit(text);
  };
  const onKeyDown = onKeys({
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: enter,
    ...(isOpen && { Escape: close }),
  });
  return { listId, isOpen, active, choices, message, open, close, point, choose, onKeyDown };
}

const closed = { isOpen: false, active: -1 };
