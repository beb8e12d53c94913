import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { logUnable } from '../browser/console.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (_error, { meta }) => logUnable(meta?.unableToGet) }),
    defaultOptions: {
      // `always`: without a network a list is to say so, not to wait for one.
      queries: {
        networkMode: 'always',
        retry: isWorthRetrying,
        retryDelay: 400,
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        // `always` would leave what failed without a network as it is.
        refetchOnReconnect: ({ state }) => state.status === 'error',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Only what may be over in a moment, and once. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  return (
    failures < 1 && error instanceof ApiError && (error.code === 'network' || error.status === 503)
  );
}
