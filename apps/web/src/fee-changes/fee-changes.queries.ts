import { type FeeChange, feeChangeEndpoints } from '@recoup/contract/fee-changes/endpoints';
import type { EndpointInput } from '@recoup/contract/core/endpoint';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { send, sendDryRun } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';
import type { FeeChangeContent } from './fee-change-values.ts';

export type NewFeeChange = EndpointInput<typeof feeChangeEndpoints.createRateChange>['body'];

/** The preview of a raise. It stays as shown until the page requests it again. */
export function feeChangePreviewQuery(content: FeeChangeContent | undefined) {
  return queryOptions({
    queryKey: [...queryKeys.callFees, 'raise', 'preview', content ?? null] as const,
    queryFn:
      content === undefined
        ? skipToken
        : async ({ signal }) => {
            const body = { ...content, dryRun: true };
            return (await sendDryRun(feeChangeEndpoints.createRateChange, { body }, { signal }))
              .data;
          },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

export async function createFeeChange(body: NewFeeChange) {
  return (await send(feeChangeEndpoints.createRateChange, { body })).data;
}

/** A page of the ledger, the latest change first. */
export function feeChangesQuery(page: number, size: number) {
  const query = { page, itemsPerPage: size } as const;
  return queryOptions({
    queryKey: [...queryKeys.callFees, 'changes', query] as const,
    queryFn: ({ signal }) => send(feeChangeEndpoints.listRateChanges, { query }, { signal }),
  });
}

export async function takeBack(id: string): Promise<FeeChange> {
  return (await send(feeChangeEndpoints.undoRateChange, { params: { id } })).data;
}

/** After a change of many fees: prices of attorneys and of entries may differ. */
export async function refreshFees(client: QueryClient): Promise<void> {
  const changed = [queryKeys.callFees, queryKeys.users, queryKeys.entries, queryKeys.me];
  await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
}
