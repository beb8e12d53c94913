import { callFeeEndpoints } from '@recoup/contract/call-fees/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../platform/api/query-keys.ts';
import { send } from '../platform/api/api-client.ts';

/** What an attorney's calls of a type cost from when to when, the newest first. */
export function callFeeHistoryQuery(of: { attorneyId: string; typeId: string }) {
  return queryOptions({
    queryKey: [...queryKeys.callFees, 'history', of] as const,
    queryFn: async ({ signal }) => {
      const input = { params: { id: of.attorneyId }, query: { disbursementType: of.typeId } };
      return (await send(callFeeEndpoints.listCallFeeHistory, input, { signal })).data;
    },
  });
}
