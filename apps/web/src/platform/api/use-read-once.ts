import { hashKey, type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';

type Read<Data> = { hash: string; data: Data };

/**
 * What a form is filled with: the first answer to a request that began when the form opened, and that answer for as long as the form is
 * open. From the cache it would be an earlier version; a later answer would bring another version to the values that are on the screen,
 * and saving them would undo the change in between.
 */
export function useReadOnce<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
) {
  const query = useQuery({ ...options, gcTime: 0, staleTime: 0 });
  const hash = hashKey(options.queryKey);
  const [read, setRead] = useState<Read<Data>>();
  const known = read?.hash === hash ? read : undefined;
  const fresh =
    query.isSuccess && query.isFetchedAfterMount ? { hash, data: query.data } : undefined;
  if (!known && fresh) setRead(fresh);
  const data = (known ?? fresh)?.data;
  return { data, error: data === undefined ? query.error : null, refetch: query.refetch };
}
