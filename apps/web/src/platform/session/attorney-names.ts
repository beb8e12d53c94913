import { role } from '@recoup/contract/core/access';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/read.ts';
import { currentUserQuery } from './current-user.ts';

/** Names to choose from, those that are no longer active too: they have entries. */
export function useAttorneyNames(isNeeded = true) {
  const firm = useQuery(currentUserQuery).data?.firm?._id;
  const query = { role: `${role.attorney}`, firm: firm ?? '', sortOrderName: '1' } as const;
  return useQuery({
    ...read(userEndpoints.listUsers, { query }),
    enabled: firm !== undefined && isNeeded,
    select: ({ data }) => data.map(({ _id, name }) => ({ value: _id, label: name })),
  });
}
