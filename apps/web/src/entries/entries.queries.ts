import { queryOptions } from '@tanstack/react-query';
import { beginningOfTime, findValidOn } from '@recoup/contract/call-fees/validity';
import {
  type ChangedEntry,
  entryEndpoints,
  type SavedEntry,
} from '@recoup/contract/entries/endpoints';
import { type Matter, matterEndpoints } from '@recoup/contract/matters/endpoints';
import { toCents } from '@recoup/contract/core/money';
import type { CurrentUser } from '@recoup/contract/users/user';
import { subjectKey, readData } from '../platform/api/read.ts';
import { requestAddress, send } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { withOfflineCache } from '../platform/api/offline-cache.ts';
import { withLastVisit } from '../platform/api/page-copy.ts';
import { clockErrorMs, today } from '../platform/browser/local-day.ts';
import type { MatterChoice } from './form/matter-choice.ts';
import type { DatedType } from './price/day-fees.ts';
import type { Accepted, EntryServer } from './outbox/send-pending.ts';

/**
 * The attorney's own entries from a day on, or those recorded for another attorney; without a
 * network those of the last answer.
 */
export function ownEntriesQuery(from: string, attorney?: string) {
  const input = { query: { from, attorney } };
  const name = `entries ${from}${attorney === undefined ? '' : ` of ${attorney}`}`;
  return queryOptions({
    ...withLastVisit(
      requestAddress(entryEndpoints.listEntries, input),
      ({ signal }: { signal: AbortSignal }) =>
        withOfflineCache(name, () => send(entryEndpoints.listEntries, input, { signal })),
    ),
    queryKey: [
      ...subjectKey('entries'),
      'own',
      from,
      ...(attorney === undefined ? [] : [attorney]),
    ],
  });
}

/** An entry and why it costs what it costs. */
export function pricedEntryQuery(id: string) {
  return readData(entryEndpoints.getEntry, { params: { id } });
}

/** The matters that one recorded on last. */
export const recentMattersQuery = queryOptions({
  queryKey: [...subjectKey('entries'), 'recent-matters'],
  queryFn: async ({ signal }) => {
    const { data } = await withOfflineCache('recent matters', () =>
      send(entryEndpoints.listRecentMatters, {}, { signal }),
    );
    return data.map(toMatterChoice);
  },
});

/** Matters that hold the text in number, client or description. */
export function foundMattersQuery(search: string) {
  return queryOptions({
    queryKey: [...subjectKey('matters'), 'choice', search],
    queryFn: async ({ signal }) => {
      const query = { search, page: 1, itemsPerPage: 20 };
      const { data } = await withOfflineCache(`matters ${search}`, () =>
        send(matterEndpoints.listMatters, { query }, { signal }),
      );
      return data.map(toMatterChoice);
    },
  });
}

export async function changeEntry(id: string, body: ChangedEntry): Promise<Accepted> {
  const { data } = await send(entryEndpoints.updateEntry, { params: { id }, body });
  return toAccepted(data);
}

export async function deleteEntry(
  id: string,
  query: { version?: number; reason?: string } = {},
): Promise<void> {
  await send(entryEndpoints.deleteEntry, { params: { id }, query }, { keepalive: true });
}

export const entryServer: EntryServer = {
  create: async (body) => {
    const { data } = await send(entryEndpoints.createEntry, { body });
    return { ...toAccepted(data), isClockWrong: isClockWrong(data) };
  },
  replace: async ({ _id, ...body }) =>
    changeEntry(_id, { minutes: null, quantity: null, narration: null, voucher: null, ...body }),
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

function toAccepted({ amount, cap }: SavedEntry): Accepted {
  return { sentCents: toCents(amount), cap };
}

const minutesOff = 5;

/**
 * Whether the clock of the device, from which an entry has its date and start, differs from the
 * server's, or did when a timed call began.
 */
function isClockWrong({ createdAt, startedAt }: SavedEntry): boolean {
  const ahead = Date.parse(startedAt ?? createdAt) - Date.parse(createdAt);
  return Math.max(Math.abs(clockErrorMs()), ahead) > minutesOff * 60_000;
}

/** The fields of the user that say what may be recorded, and at what price. */
type Recorder = Pick<CurrentUser, 'callFees'> &
  Partial<Pick<CurrentUser, 'callFeeSchedules'>> & { disbursementTypes: AssignedType[] };
type AssignedType = Pick<DatedType, '_id' | 'title'> &
  Partial<Pick<DatedType, 'unitPrices'>> & { active: boolean };

/** Active types with the attorney's call fees: calls first, then types priced today. */
export function recordableTypes(user: Recorder): DatedType[] {
  const types = user.disbursementTypes
    .filter((type) => type.active)
    .map(({ _id, title, unitPrices = [] }) => ({
      _id,
      title,
      unitPrices,
      schedules: typeSchedules(user, _id),
    }));
  const rank = (type: DatedType) =>
    type.title.toLowerCase() === 'call' ? 0 : Number(!isPricedOn(type, today())) + 1;
  return types.toSorted((a, b) => rank(a) - rank(b));
}

export function isPricedOn({ schedules }: DatedType, day: string): boolean {
  return (findValidOn(schedules, day)?.callFees.length ?? 0) > 0;
}

/** The user as an earlier version stored it on the device has the call fees of that day alone. */
function typeSchedules({ callFees, callFeeSchedules }: Recorder, type: string) {
  const isOfType = ({ disbursementType }: { disbursementType: string }) =>
    disbursementType === type;
  return callFeeSchedules
    ? callFeeSchedules.filter(isOfType)
    : [{ validFrom: beginningOfTime, callFees: callFees.filter(isOfType) }];
}

export function toMatterChoice({ description, ...matter }: Matter): MatterChoice {
  const { _id, number, client, status, cap, recorded, phones } = matter;
  return { _id, number, name: description, client, status, cap, recorded, phones };
}
