import { role } from '@recoup/contract/access';
import { userCalls } from '@recoup/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api-client.ts';
import type { ListView } from '../ui/list-view.ts';

/** For `invalidateQueries` after any change of a user. */
export const usersKey = ['users'] as const;

/** A page of the firm's attorneys; sorted by name where the view says nothing else (specification, section 7). */
export function attorneysQuery(firm: string, view: ListView) {
  const { page, size, search, sort } = view;
  const order = sort?.order === 'desc' ? ('-1' as const) : ('1' as const);
  const query = {
    role: `${role.attorney}`,
    firm,
    page,
    itemsPerPage: size,
    search,
    ...(sort?.key === 'status' ? { sortOrderStatus: order } : { sortOrderName: order }),
  } as const;
  return queryOptions({
    queryKey: [...usersKey, query] as const,
    queryFn: ({ signal }) => send(userCalls.listUsers, { query }, { signal }),
  });
}
