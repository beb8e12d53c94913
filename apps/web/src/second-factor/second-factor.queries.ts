import { type FactorKind, secondFactorEndpoints } from '@recoup/contract/second-factor/endpoints';
import type { EndpointInput } from '@recoup/contract/core/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

/** The own second factors, and what may be done with them. */
export const factorsQuery = queryOptions({
  meta: { unableToGet: 'second factors' },
  queryKey: queryKeys.secondFactors,
  queryFn: ({ signal }) => send(secondFactorEndpoints.listFactors, {}, { signal }),
  staleTime: 0,
});

/** Input for a new factor; `password` if the session must be confirmed again. */
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

/** `recoveryCodes` of a first factor; `isRepeat` if an earlier request without a reply added it. */
export type Confirmed = {
  _id: string;
  recoveryCodes: readonly string[] | undefined;
  isRepeat: boolean;
};

/** Throws `ApiError` for a wrong code. */
export async function confirmFactor(id: string, proof: Proof): Promise<Confirmed> {
  const args = { params: { id }, body: proof };
  try {
    const { data } = await send(secondFactorEndpoints.confirmFactor, args);
    return { _id: id, recoveryCodes: data.recoveryCodes, isRepeat: false };
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    const { data } = await send(secondFactorEndpoints.listFactors, {});
    if (!data.some(({ _id }) => _id === id)) throw error;
    return { _id: id, recoveryCodes: undefined, isRepeat: true };
  }
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
