import { queryOptions } from '@tanstack/react-query';
import { recordingForEndpoints } from '@recoup/contract/users/endpoints';
import { send } from '../../platform/api/api-client.ts';
import { withOfflineCache } from '../../platform/api/offline-cache.ts';
import { subjectKey } from '../../platform/api/read.ts';
import { recordableTypes } from '../entries.queries.ts';

/** Priced types of an attorney for whom the user records; available offline after one read. */
export function typesForQuery(attorneyId: string) {
  return queryOptions({
    queryKey: [...subjectKey('account'), 'records for', attorneyId] as const,
    queryFn: async ({ signal }) => {
      const { data } = await withOfflineCache(`prices of ${attorneyId}`, () =>
        send(recordingForEndpoints.getRecordingFor, { params: { id: attorneyId } }, { signal }),
      );
      return recordableTypes(data);
    },
    staleTime: 5 * 60_000,
  });
}
