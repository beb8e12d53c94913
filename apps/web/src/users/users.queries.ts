import { role } from '@recoup/contract/core/access';
import {
  type CallFeeChange,
  bulkCallFeeEndpoints,
} from '@recoup/contract/users/bulk-call-fees-endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../platform/api/query-keys.ts';
import { send } from '../platform/api/api-client.ts';
import { session } from '../platform/session/session.ts';
import type { ListView } from '../ui/list/list-view.ts';

/** A page of attorneys, by name by default (specification, section 7). */
export function attorneysQuery(view: ListView) {
  return peopleQuery(role.attorney, view);
}

/** A page of auditors, by name by default. */
export function auditorsQuery(view: ListView) {
  return peopleQuery(role.auditor, view);
}

function peopleQuery(of: typeof role.attorney | typeof role.auditor, view: ListView) {
  const { page, size, search, sort } = view;
  const order = sort?.order === 'desc' ? ('-1' as const) : ('1' as const);
  const query = {
    role: `${of}`,
    firm: session.firm(),
    page,
    itemsPerPage: size,
    search,
    ...(sort?.key === 'status' ? { sortOrderStatus: order } : { sortOrderName: order }),
  } as const;
  return queryOptions({
    queryKey: [...queryKeys.users, query] as const,
    queryFn: ({ signal }) => send(userEndpoints.listUsers, { query }, { signal }),
  });
}

/** All attorneys of the firm by name: for choosing among them. */
export const allAttorneysQuery = queryOptions({
  queryKey: [...queryKeys.users, 'all'] as const,
  queryFn: async ({ signal }) => {
    const query = { role: `${role.attorney}`, sortOrderName: '1' } as const;
    return (await send(userEndpoints.listUsers, { query }, { signal })).data;
  },
});

/** One user; a form reads it by `useReadOnce`. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.users, 'one', id] as const,
    queryFn: ({ signal }) => getUser(id, signal),
    gcTime: 0,
    staleTime: 0,
  });
}

async function getUser(id: string, signal?: AbortSignal) {
  return (await send(userEndpoints.getUser, { params: { id } }, { signal })).data;
}

/** Sets the call fees of several attorneys; `dryRun` only previews. */
export async function applyCallFees(body: CallFeeChange) {
  return (await send(bulkCallFeeEndpoints.applyCallFees, { body })).data.attorneys;
}
