import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import type { Column } from './column.ts';
import styles from './data-list.module.css';
import { DataTable } from './data-table.tsx';
import { type ListDefaults, type ListView, countPages } from './list-view.ts';
import { Pager, rangeText } from './pager.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { keepNewAnswer, OldAnswer } from '../feedback/old-answer.ts';
import { EmptyState, ErrorState } from '../feedback/states.tsx';
import { useListView, useLastPage, type Change } from './use-list-view.ts';

// Not readonly: the types of TanStack Query compare it both ways.
/** `isCountExact`: false where more match than were counted. */
type Page<Row> = { data: Row[]; count: number; isCountExact?: boolean | undefined };

type DataListProps<Row, Reply extends Page<Row>, Key extends QueryKey> = {
  /** Plural noun for the rows: 'Attorneys'. */
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  query: (view: ListView) => UseQueryOptions<Reply, Error, Reply, Key>;
  defaults: ListDefaults;
  /** False where the server cannot search. */
  isSearchable?: boolean;
  searchLabel?: string;
  /** In the place of the plain search. */
  search?: ComponentType<Searching>;
  /** Beside the search: what else narrows the list. */
  filters?: ReactNode;
  /** Between the filters and the rows. */
  summary?: ReactNode;
  /** Rows and titles wait, for the columns that the user chose. */
  isPending?: boolean;
  /** Shown when there is nothing at all; a search without result has its own text. */
  empty: ReactNode;
  /** Hint at other places to search, after a search without result. */
  elsewhere?: ReactNode;
  /** Height of the scrolling area in pixels; ignored on phones. */
  maxHeight?: number;
  /** On a phone a card has few lines, without the titles of its columns. */
  isCompact?: boolean;
};

/** A list searched, sorted and paged by the server, with its state in the address. */
export function DataList<Row, Reply extends Page<Row>, Key extends QueryKey>({
  query,
  defaults,
  summary,
  ...list
}: DataListProps<Row, Reply, Key>) {
  const [view, change] = useListView(defaults);
  const options = query(view);
  const meta = { unableToGet: list.label.toLowerCase(), ...options.meta };
  const result = useQuery({ ...options, meta, placeholderData: keepNewAnswer });
  const { data } = result;
  const known = result.isError || result.isPlaceholderData ? undefined : data;
  const pages = known && countPages(known.count, view.size);
  useLastPage({ page: view.page, pages, change });
  return (
    <section className={styles.list} aria-label={list.label}>
      <Narrow {...list} value={view.search} onSearch={(search) => change({ search })} />
      {summary}
      <OldAnswer value={known !== undefined && result.dataUpdatedAt === 0}>
        <Body {...list} view={view} result={result} change={change} />
      </OldAnswer>
      {data && data.count > 0 && !list.isPending && !result.isError && (
        <Pager
          label={list.label}
          view={view}
          sizes={defaults.sizes}
          count={data.count}
          isCountExact={data.isCountExact}
          onChange={change}
        />
      )}
      {/* For screen readers. */}
      <output className="visually-hidden">
        {known && `${list.label}: ${rangeText(view, known.count, known.isCountExact)}`}
      </output>
    </section>
  );
}

type Searching = Pick<ComponentProps<typeof SearchBox>, 'value' | 'onSearch'>;

/** The search, and beside it what else narrows the list. */
function Narrow({
  isSearchable = true,
  searchLabel = 'Search',
  search: Search,
  filters,
  value,
  onSearch,
}: Pick<
  DataListProps<unknown, Page<unknown>, QueryKey>,
  'isSearchable' | 'searchLabel' | 'search' | 'filters'
> &
  Searching) {
  const searching = { value, onSearch };
  return (
    <div className={styles.narrow} tabIndex={-1}>
      {Search ? (
        <Search {...searching} />
      ) : (
        isSearchable && <SearchBox label={searchLabel} {...searching} />
      )}
      {filters}
    </div>
  );
}

type BodyProps<Row> = Pick<
  DataListProps<Row, Page<Row>, QueryKey>,
  'label' | 'columns' | 'rowKey' | 'empty' | 'elsewhere' | 'maxHeight' | 'isCompact' | 'isPending'
> & {
  view: ListView;
  change: Change;
  result: {
    data: Page<Row> | undefined;
    error: Error | null;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
};

function Body<Row>(props: BodyProps<Row>) {
  const { label, empty, elsewhere, isPending = false, view, change, result, ...table } = props;
  const { data, error, isPlaceholderData, refetch } = result;
  if (error !== null) {
    return (
      <ErrorState
        title={`${label} could not be loaded.`}
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  // Nothing of the search before says nothing of this one.
  if (data?.count === 0 && !isPending && !isPlaceholderData) {
    if (view.search === '') return empty;
    return (
      <EmptyState title={`Nothing matches “${view.search}”.`} action={elsewhere}>
        Try fewer or other letters.
      </EmptyState>
    );
  }
  return (
    <DataTable
      {...table}
      label={label}
      view={view}
      rows={isPending || !data?.count ? undefined : data.data}
      isHeadPending={isPending}
      isStale={isPlaceholderData}
      onSort={(sort) => change({ sort })}
    />
  );
}
