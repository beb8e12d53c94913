import { apiKeyEndpoints } from '@recoup/contract/api-keys/endpoints';
import type { KeyScope } from '@recoup/contract/core/access';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

/** The API keys of the firm, without the keys themselves. */
export const apiKeysQuery = queryOptions({
  meta: { unableToGet: 'API keys' },
  queryKey: queryKeys.apiKeys,
  queryFn: ({ signal }) => send(apiKeyEndpoints.listApiKeys, {}, { signal }),
  staleTime: 0,
});

type NewKey = {
  name: string;
  scopes: KeyScope[];
  /** The last day; undefined for a key that does not end. */
  expiresAt: string | undefined;
  /** Required if the session must be confirmed again. */
  password: string | undefined;
};

/** Throws `ApiError`. */
export async function createApiKey({ expiresAt, password, ...form }: NewKey) {
  const body = {
    ...form,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(password !== undefined && { password }),
  };
  return (await send(apiKeyEndpoints.createApiKey, { body })).data;
}

export async function deleteApiKey(id: string): Promise<void> {
  await send(apiKeyEndpoints.deleteApiKey, { params: { id } });
}
