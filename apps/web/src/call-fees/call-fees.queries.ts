import { callFeeEndpoints } from '@recoup/contract/call-fees/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';

/** For `invalidateQueries` after any change of call fees. */
export const callFeesKey = ['call-fees'] as const;

/** What an attorney's calls of a type cost from when to when, the newest first. */
export function callFeeHistoryQuery(of: { attorneyId: string; typeId: string }) {
  return queryOptions({
    queryKey: [...callFeesKey, 'history', of] as const,
    queryFn: async ({ signal }) => {
      const input = { params: { id: of.attorneyId }, query: { disbursementType: of.typeId } };
      return (await send(callFeeEndpoints.listCallFeeHistory, input, { signal })).data;
    },
  });
}
