import type { QueryClient } from '@tanstack/react-query';
import {
  type CallDecision,
  type CallRecord,
  callRecordEndpoints,
} from '@recoup/contract/call-records/endpoints';
import { callEventEndpoints } from '@recoup/contract/call-records/event-endpoints';
import type { EndpointReply } from '@recoup/contract/core/endpoint';
import { send } from '../../platform/api/api-client.ts';
import { subjectKey, invalidate, read } from '../../platform/api/read.ts';

export type CallPage = EndpointReply<typeof callRecordEndpoints.listCallRecords>;

/** How many open calls an attorney's page shows at first, and at most. */
export const callsAtFirst = 50;
export const callsAtMost = 100;

/** The attorney's first calls that nobody recorded, the oldest first. */
export function ownCallsQuery(itemsPerPage: number) {
  const query = { isOpen: 'true', page: 1, itemsPerPage } as const;
  return read(callRecordEndpoints.listCallRecords, { query });
}

const [againMs, laterMs] = [1_000, 15_000];

/**
 * The latest own call by its id, asked for each second while the page is seen. A page that tells of
 * calls asks behind others too, where browsers slow it down.
 */
export function arrivalsQuery({ isEnabled, isTold }: { isEnabled: boolean; isTold: boolean }) {
  return read(
    callEventEndpoints.getCallArrivals,
    {},
    {
      enabled: isEnabled,
      staleTime: 0,
      refetchIntervalInBackground: isTold,
      refetchInterval: ({ state }) =>
        state.status === 'error' || document.hidden ? laterMs : againMs,
    },
  );
}

export async function decideCall(id: string, body: CallDecision): Promise<CallRecord> {
  const input = { params: { id }, body };
  return (await send(callRecordEndpoints.decideCallRecord, input, { keepalive: true })).data;
}

/**
 * Refreshes all data that a decision about a call changes: calls, entries, sums of matters and
 * exceptions. Returns whether every list of calls was read again.
 */
export async function refreshCalls(client: QueryClient): Promise<boolean> {
  const callRecords = subjectKey('call-records');
  // A list that is being read for the first time would keep what it read before the decision.
  await client.cancelQueries({ queryKey: callRecords });
  client.removeQueries({ queryKey: callRecords, type: 'inactive' });
  await invalidate(client, ['call-records', 'entries', 'matters']);
  const { path } = callRecordEndpoints.listCallRecords;
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: callRecords })
    .filter(({ queryKey }) => queryKey.includes(path));
  return lists.every(({ state }) => state.status === 'success' && !state.isInvalidated);
}
