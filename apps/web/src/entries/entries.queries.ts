import {
  type ChangedEntry,
  type Entry,
  entryEndpoints,
  type EntryPrice,
} from '@recoup/contract/entries/endpoints';
import { type Matter, matterEndpoints } from '@recoup/contract/matters/endpoints';
import { toCents } from '@recoup/contract/core/money';
import type { CurrentUser } from '@recoup/contract/users/user';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../platform/api/query-keys.ts';
import { send } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { withOfflineCache } from '../platform/api/offline-cache.ts';
import type { MatterChoice } from './form/entry-draft.ts';
import type { EntryServer } from './outbox/send-pending.ts';

/** The attorney's own entries from a day on; without a network those of the last answer. */
export function ownEntriesQuery(from: string) {
  return queryOptions({
    queryKey: [...queryKeys.entries, 'own', from],
    queryFn: ({ signal }) =>
      withOfflineCache(`entries ${from}`, () =>
        send(entryEndpoints.listEntries, { query: { from } }, { signal }),
      ),
  });
}

export type PricedEntry = Entry & { price: EntryPrice };

/** An entry and why it costs what it costs. */
export function pricedEntryQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.entries, 'priced', id],
    queryFn: async ({ signal }) =>
      (await send(entryEndpoints.getEntry, { params: { id } }, { signal })).data,
  });
}

/** The matters that one recorded on last. */
export const recentMattersQuery = queryOptions({
  queryKey: [...queryKeys.entries, 'recent-matters'],
  queryFn: async ({ signal }) => {
    const { data } = await withOfflineCache('recent matters', () =>
      send(entryEndpoints.listRecentMatters, {}, { signal }),
    );
    return data.map(choiceOf);
  },
});

/** Matters that hold the text in number, client or description. */
export function foundMattersQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.matters, 'choice', search],
    queryFn: async ({ signal }) => {
      const query = { search, page: 1, itemsPerPage: 20 };
      const { data } = await withOfflineCache(`matters ${search}`, () =>
        send(matterEndpoints.listMatters, { query }, { signal }),
      );
      return data.map(choiceOf);
    },
  });
}

/** Returns its price in cents. */
export async function changeEntry(id: string, body: ChangedEntry): Promise<number> {
  const { data } = await send(entryEndpoints.updateEntry, { params: { id }, body });
  return toCents(data.amount);
}

export async function deleteEntry(
  id: string,
  query: { version?: number; reason?: string } = {},
): Promise<void> {
  await send(entryEndpoints.deleteEntry, { params: { id }, query });
}

export const entryServer: EntryServer = {
  create: async (body) => {
    const { data } = await send(entryEndpoints.createEntry, { body });
    return toCents(data.amount);
  },
  replace: async ({ _id, ...body }) =>
    changeEntry(_id, { minutes: null, quantity: null, narration: null, ...body }),
  findCents: async (id) => {
    try {
      const { data } = await send(entryEndpoints.getEntry, { params: { id } });
      return toCents(data.amount);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  },
};

export type RecordableType = {
  _id: string;
  title: string;
  callFees: CurrentUser['callFees'];
  unitPrices: CurrentUser['disbursementTypes'][number]['unitPrices'];
};

/** Active types with the attorney's call fees: calls first, then priced types. */
export function recordableTypes(
  user: Pick<CurrentUser, 'disbursementTypes' | 'callFees'>,
): RecordableType[] {
  const active = user.disbursementTypes.filter((type) => type.active);
  const types = active.map(({ _id, title, unitPrices }) => ({
    _id,
    title,
    unitPrices,
    callFees: user.callFees.filter(({ disbursementType }) => disbursementType === _id),
  }));
  const rank = (type: RecordableType) =>
    type.title.toLowerCase() === 'call' ? 0 : Number(type.callFees.length === 0) + 1;
  return types.toSorted((a, b) => rank(a) - rank(b));
}

export function choiceOf({ _id, number, description, client, status }: Matter): MatterChoice {
  return { _id, number, name: description, client, status };
}
