import { recordingForEndpoints } from '@recoup/contract/users/recording-for-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { withOfflineCache } from '../../platform/api/offline-cache.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { recordableTypes } from '../entries.queries.ts';

/** Priced types of an attorney for whom the user records; available offline after one read. */
export function typesForQuery(attorneyId: string) {
  return queryOptions({
    queryKey: [...queryKeys.me, 'records for', attorneyId] as const,
    queryFn: async ({ signal }) => {
      const { data } = await withOfflineCache(`prices of ${attorneyId}`, () =>
        send(recordingForEndpoints.getRecordingFor, { params: { id: attorneyId } }, { signal }),
      );
      return recordableTypes(data);
    },
    staleTime: 5 * 60_000,
  });
}
