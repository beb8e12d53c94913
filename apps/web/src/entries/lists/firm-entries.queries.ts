import { queryOptions } from '@tanstack/react-query';
import { disbursementEndpoints } from '@recoup/contract/disbursements/endpoints';
import { type Entry, entryEndpoints } from '@recoup/contract/entries/endpoints';
import { entrySortNames, entrySorts } from '@recoup/contract/entries/entry-list';
import type { VatTotals } from '@recoup/contract/vat/amounts';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { lastReply, read, subjectKey } from '../../platform/api/read.ts';
import { networkError } from '../../platform/api/api-error.ts';
import { finishUndoable } from '../../ui/feedback/undo.ts';
import type { ListDefaults, ListView, Sort } from '../../ui/list/list-view.ts';
import {
  filterQuery,
  type FilterValues,
  type ListFilters,
  choiceFilter,
  periodFilters,
  recordFilter,
} from '../../platform/filters/filters.ts';
import { isBackwards } from '../../platform/filters/period.ts';
import { countedBy, withGone } from '../deletion/counted-entries.ts';
import { withoutDeleted } from '../deletion/without-deleted.ts';
import { recordableTypes } from '../entries.queries.ts';

export const entryDefaults: ListDefaults = { size: 10, sort: { key: 'date', order: 'desc' } };

/** Filters of the list, beside the search. */
export const entryFilters = {
  attorney: recordFilter,
  matter: recordFilter,
  disbursementType: recordFilter,
  exported: choiceFilter(['true', 'false']),
  hasVoucher: choiceFilter(['true', 'false']),
  ...periodFilters,
};
export type EntryFilters = ListFilters<typeof entryFilters>;
export type EntryFilterValues = FilterValues<typeof entryFilters>;

export const exportedOptions = [
  { value: 'false', label: 'Not exported' },
  { value: 'true', label: 'Exported' },
] as const;

export const voucherOptions = [
  { value: 'true', label: 'With vouchers' },
  { value: 'false', label: 'Without vouchers' },
] as const;

/** A page with the total amount; optional, because other lists have none. */
type EntryPage = {
  data: Entry[];
  count: number;
  amount?: number | string;
  vat?: VatTotals | undefined;
  gone?: readonly string[];
};

/** A page of the firm's entries without deleted ones, with count and sum of all that match. */
export function firmEntriesQuery(
  filters: EntryFilterValues,
  view: ListView,
  deleted: ReadonlySet<string>,
) {
  const narrowed = { ...filterQuery(filters), search: view.search };
  const shown = { ...sortQuery(view.sort), page: view.page, itemsPerPage: view.size };
  // All pages of a list have one key but for its last part (`counted-entries.ts`).
  const list = [...subjectKey('entries'), 'firm', narrowed] as const;
  const first = lastReply(entryEndpoints.listEntries, { query: { ...narrowed, ...shown } });
  return queryOptions({
    ...first,
    queryKey: [...list, shown] as const,
    queryFn: async (context): Promise<EntryPage> =>
      withGone(async () =>
        isBackwards(filters) ? { data: [], count: 0 } : first.queryFn(context),
      ),
    select: (page) => withoutDeleted(page, deleted, countedBy(list, page)),
  });
}

/** The entries of the list on all its pages as a CSV file. Throws `ApiError`. */
export async function downloadEntries(filters: EntryFilterValues, view: ListView): Promise<string> {
  const { transfer } = await import('../../platform/api/api-transfer.ts').catch(() => {
    throw networkError();
  });
  // The list leaves out what was announced as deleted, and so does its file.
  await finishUndoable();
  const query = { ...filterQuery(filters), search: view.search, ...sortQuery(view.sort) };
  return transfer(entryEndpoints.listEntries, { query, accept: 'text/csv' });
}

/** Unknown columns in the address are ignored. */
function sortQuery(sort: Sort | undefined): Record<string, string> {
  const key = entrySortNames.find((name) => name === sort?.key);
  return key === undefined ? {} : { [entrySorts[key]]: sort?.order === 'desc' ? '-1' : '1' };
}

/** Recovered amounts by month and type, since the first day of a month. */
export function recoveriesQuery(from: string) {
  const options = { what: 'recoveries', beginsWithLast: true };
  return read(entryEndpoints.listMonths, { query: { from } }, options);
}

export const typeNamesQuery = typeOptionsQuery({});
/** Types to choose from for an entry. */
export const usableTypesQuery = typeOptionsQuery({ active: 'true' });

function typeOptionsQuery(query: { active?: 'true' }) {
  return queryOptions({
    ...read(disbursementEndpoints.listDisbursements, { query }),
    select: ({ data }) => data.map(({ _id, title }) => ({ value: _id, label: title })),
  });
}

/** Types that an attorney may record, with their prices. */
export function typesOfAttorneyQuery(id: string) {
  return queryOptions({
    ...read(userEndpoints.getUser, { params: { id } }),
    select: ({ data }) => recordableTypes(data),
  });
}
