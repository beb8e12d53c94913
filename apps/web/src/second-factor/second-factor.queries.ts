import { type FactorKind, secondFactorEndpoints } from '@recoup/contract/second-factor/endpoints';
import type { EndpointInput } from '@recoup/contract/core/endpoint';
import { send } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { read } from '../platform/api/read.ts';

/** The own second factors, and what may be done with them. */
export const factorsQuery = read(
  secondFactorEndpoints.listFactors,
  {},
  { what: 'second factors', staleTime: 0, beginsWithLast: true },
);

/** Input for a new factor; `password` if the session must be confirmed again. */
export type NewFactor = { kind: FactorKind; name: string; password: string | undefined };

/** Begins a second factor, which counts once it is confirmed. Throws `ApiError`. */
export async function beginFactor({ kind, name, password }: NewFactor) {
  const body = { kind, password, ...(name.trim() !== '' && { name }) };
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
