import { type FactorKind, secondFactorEndpoints } from '@recoup/contract/second-factor/endpoints';
import type { EndpointInput } from '@recoup/contract/core/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

/** The own second factors, and what may be done with them. */
export const factorsQuery = queryOptions({
  meta: { unableToGet: 'second factors' },
  queryKey: queryKeys.secondFactors,
  queryFn: ({ signal }) => send(secondFactorEndpoints.listFactors, {}, { signal }),
  staleTime: 0,
});

/** What is typed to begin one; the password where the sign-in is not fresh. */
export type NewFactor = { kind: FactorKind; name: string; password: string | undefined };

/** Begins a second factor, which counts once it is confirmed. Throws `ApiError`. */
export async function beginFactor({ kind, name, password }: NewFactor) {
  const body = {
    kind,
    ...(name.trim() !== '' && { name }),
    ...(password !== undefined && { password }),
  };
  return (await send(secondFactorEndpoints.createFactor, { body })).data;
}

type Proof = EndpointInput<typeof secondFactorEndpoints.confirmFactor>['body'];

/** Returns the recovery codes of a first factor. Throws `ApiError` for a wrong code. */
export async function confirmFactor(id: string, proof: Proof): Promise<string[] | undefined> {
  const { data } = await send(secondFactorEndpoints.confirmFactor, {
    params: { id },
    body: proof,
  });
  return data.recoveryCodes;
}

export async function removeFactor(id: string, password: string | undefined): Promise<void> {
  await send(secondFactorEndpoints.deleteFactor, {
    params: { id },
    body: password === undefined ? {} : { password },
  });
}

/** The earlier codes end. */
export async function renewRecoveryCodes(password: string | undefined): Promise<string[]> {
  const body = password === undefined ? {} : { password };
  return (await send(secondFactorEndpoints.renewRecoveryCodes, { body })).data.recoveryCodes;
}
