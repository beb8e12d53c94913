import { hashKey, type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';

type Read<Data> = { hash: string; data: Data };

/**
 * Loads a form's record once: the first reply to a request made after opening. A cached or a later
 * version would mix versions, and saving it would undo another user's change.
 */
export function useReadOnce<Reply, Data, Key extends QueryKey>(
  options: UseQueryOptions<Reply, Error, Data, Key>,
) {
  const query = useQuery({
    ...options,
    initialData: undefined,
    gcTime: 0,
    // Also what is fresh: the reply that counts is one to a request after opening.
    refetchOnMount: 'always',
  });
  const hash = hashKey(options.queryKey);
  const [read, setRead] = useState<Read<Data>>();
  const known = read?.hash === hash ? read : undefined;
  const fresh =
    query.isSuccess && query.isFetchedAfterMount ? { hash, data: query.data } : undefined;
  if (!known && fresh) setRead(fresh);
  const data = (known ?? fresh)?.data;
  return { data, error: data === undefined ? query.error : null, refetch: query.refetch };
}
