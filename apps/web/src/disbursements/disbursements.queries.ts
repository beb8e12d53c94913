import {
  type ChangedDisbursementType,
  disbursementEndpoints,
} from '@recoup/contract/disbursements/endpoints';
import type { EndpointInput } from '@recoup/contract/core/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../platform/api/query-keys.ts';
import { send } from '../platform/api/api-client.ts';
import type { ListView } from '../ui/list/list-view.ts';

/** The console says so when they cannot be loaded (specification, section 8). */
const meta = { unableToGet: 'disbursements' };

/** A page of the firm's types, by title: those that are in use, or those that are not. */
export function disbursementsQuery(
  firm: string,
  isInUse: boolean,
  { page, size, search }: ListView,
) {
  const query = {
    firmId: firm,
    active: isInUse ? 'true' : 'false',
    page,
    itemsPerPage: size,
    search,
  } as const;
  return queryOptions({
    meta,
    queryKey: [...queryKeys.disbursements, 'page', query] as const,
    queryFn: ({ signal }) => send(disbursementEndpoints.listDisbursements, { query }, { signal }),
  });
}

/** All of the firm's types, those that are no longer in use too: for choosing among them. */
export function allDisbursementsQuery(firm: string) {
  return queryOptions({
    meta,
    queryKey: [...queryKeys.disbursements, 'all', firm] as const,
    queryFn: async ({ signal }) =>
      (await send(disbursementEndpoints.listDisbursements, { query: { firmId: firm } }, { signal }))
        .data,
  });
}

/** One type; its form reads it by `useReadOnce`. */
export function disbursementQuery(id: string) {
  return queryOptions({
    meta,
    queryKey: [...queryKeys.disbursements, 'one', id] as const,
    queryFn: async ({ signal }) => getDisbursement(id, signal),
    gcTime: 0,
    staleTime: 0,
  });
}

export async function getDisbursement(id: string, signal?: AbortSignal) {
  return (await send(disbursementEndpoints.getDisbursement, { params: { id } }, { signal })).data;
}

/** Past, current and coming prices of one item, the last price first. */
export function unitPriceHistoryQuery(typeId: string) {
  return queryOptions({
    queryKey: [...queryKeys.disbursements, 'unit-prices', typeId] as const,
    queryFn: async ({ signal }) => {
      const input = { params: { id: typeId } };
      return (await send(disbursementEndpoints.listUnitPriceHistory, input, { signal })).data;
    },
    gcTime: 0,
  });
}

/** `id`: the client's id of the new type, for all tries. */
export function addDisbursement(
  id: string,
  body: Omit<
    EndpointInput<typeof disbursementEndpoints.createDisbursement>['body'],
    '_id' | 'active'
  > & { firm: string },
) {
  const input = { body: { ...body, active: true } };
  return send(disbursementEndpoints.createDisbursement, input, { idempotencyKey: id });
}

export function changeDisbursement(id: string, body: ChangedDisbursementType) {
  return send(disbursementEndpoints.updateDisbursement, {
    params: { id },
    body: { _id: id, ...body },
  });
}
