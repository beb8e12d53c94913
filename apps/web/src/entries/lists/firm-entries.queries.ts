import { role } from '@recoup/contract/core/access';
import { disbursementEndpoints } from '@recoup/contract/disbursements/endpoints';
import { type Entry, entryEndpoints } from '@recoup/contract/entries/endpoints';
import { isPeriod } from '@recoup/contract/core/fields';
import type { VatTotals } from '@recoup/contract/vat/amounts';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { send } from '../../platform/api/api-client.ts';
import type { ListView } from '../../ui/list/list-view.ts';
import { withoutDeleted } from '../deletion/without-deleted.ts';
import { recordableTypes } from '../entries.queries.ts';

/** What the list is narrowed to, beside the search; lives in the address. */
export type EntryFilters = {
  attorney: string;
  matter: string;
  disbursementType: string;
  from: string;
  to: string;
};
export const filterNames = [
  'attorney',
  'matter',
  'disbursementType',
  'from',
  'to',
] as const satisfies (keyof EntryFilters)[];

/** A page with the total amount; optional, because other lists have none. */
type EntryPage = {
  data: Entry[];
  count: number;
  amount?: number | string;
  vat?: VatTotals | undefined;
};

/** No entry is in such a period; the fields say what is wrong with it. */
export function isBackwards(period: Pick<EntryFilters, 'from' | 'to'>): boolean {
  return period.from !== '' && period.to !== '' && !isPeriod(period);
}

/** A page of the firm's entries without deleted ones, with count and sum of all that match. */
export function firmEntriesQuery(
  filters: EntryFilters,
  view: ListView,
  deleted: ReadonlySet<string>,
) {
  const query = { ...filters, page: view.page, itemsPerPage: view.size, search: view.search };
  return queryOptions({
    queryKey: [...queryKeys.entries, 'firm', query] as const,
    queryFn: async ({ signal }): Promise<EntryPage> =>
      isBackwards(filters)
        ? { data: [], count: 0 }
        : send(entryEndpoints.listEntries, { query }, { signal }),
    select: (page) => withoutDeleted(page, deleted),
  });
}

/** What was recovered by month and type since the first of a month. */
export function recoveriesQuery(from: string) {
  return queryOptions({
    meta: { unableToGet: 'recoveries' },
    queryKey: [...queryKeys.entries, 'recoveries', from] as const,
    queryFn: ({ signal }) => send(entryEndpoints.listMonths, { query: { from } }, { signal }),
  });
}

/** Names to choose from, those that are no longer active too: they have entries. */
export function attorneyNamesQuery(firm: string) {
  return queryOptions({
    queryKey: [...queryKeys.users, 'names', firm] as const,
    queryFn: async ({ signal }) => {
      const { data } = await send(
        userEndpoints.listUsers,
        { query: { role: `${role.attorney}`, firm, sortOrderName: '1' } },
        { signal },
      );
      return data.map(({ _id, name }) => ({ value: _id, label: name }));
    },
  });
}

export const typeNamesQuery = queryOptions({
  queryKey: [...queryKeys.disbursements, 'names'] as const,
  queryFn: async ({ signal }) => {
    const { data } = await send(disbursementEndpoints.listDisbursements, { query: {} }, { signal });
    return data.map(({ _id, title }) => ({ value: _id, label: title }));
  },
});

/** What an attorney may record, and at what price. */
export function typesOfAttorneyQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.users, 'types', id] as const,
    queryFn: async ({ signal }) =>
      recordableTypes((await send(userEndpoints.getUser, { params: { id } }, { signal })).data),
  });
}
