import { sessionEndpoints } from '@recoup/contract/account/session-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';

/** The user's sessions, the latest first. */
export const sessionsQuery = queryOptions({
  meta: { unableToGet: 'sessions' },
  queryKey: queryKeys.sessions,
  queryFn: ({ signal }) => send(sessionEndpoints.listSessions, {}, { signal }),
  staleTime: 0,
});

/** Ends one of the own sessions, or without an id all but this one; returns how many. */
export async function endSessions(id: string | undefined): Promise<number> {
  const { data } =
    id === undefined
      ? await send(sessionEndpoints.endOtherSessions, {})
      : await send(sessionEndpoints.endSession, { params: { id } });
  return data.ended;
}

/** Signs another user out everywhere; returns how many sessions ended. */
export async function endUserSessions(id: string): Promise<number> {
  return (await send(sessionEndpoints.endUserSessions, { params: { id } })).data.ended;
}
