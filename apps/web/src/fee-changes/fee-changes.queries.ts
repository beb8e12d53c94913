import { queryOptions, skipToken } from '@tanstack/react-query';
import { type FeeChange, feeChangeEndpoints } from '@recoup/contract/fee-changes/endpoints';
import { send, sendDryRun } from '../platform/api/api-client.ts';
import { subjectKey, read } from '../platform/api/read.ts';
import type { FeeChangeContent } from './fee-change-values.ts';

/** The preview of a raise. It stays as shown until the page requests it again. */
export function feeChangePreviewQuery(content: FeeChangeContent | undefined) {
  return queryOptions({
    queryKey: [...subjectKey('call-fees'), 'raise', 'preview', content ?? null] as const,
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

/** A page of the ledger, the latest change first. */
export function feeChangesQuery(page: number, size: number) {
  return read(feeChangeEndpoints.listRateChanges, { query: { page, itemsPerPage: size } });
}

export async function takeBack(id: string): Promise<FeeChange> {
  return (await send(feeChangeEndpoints.undoRateChange, { params: { id } })).data;
}

/** Subjects with prices of attorneys or of entries, which a change of many fees changes. */
export const pricedSubjects = ['call-fees', 'users', 'entries', 'account'] as const;
