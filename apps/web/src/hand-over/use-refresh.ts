import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../platform/api/query-keys.ts';

/** Reads servers, hand-overs and runs again. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return async () => client.invalidateQueries({ queryKey: queryKeys.handOvers });
}
