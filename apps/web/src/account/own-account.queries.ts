import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { type OwnProfile, profileEndpoints } from '@recoup/contract/users/profile-endpoints';
import type { CurrentUser } from '@recoup/contract/users/user';
import type { QueryClient } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { saveOfflineCopy } from '../platform/api/offline-cache.ts';
import { currentUserCacheName, currentUserQuery } from '../platform/session/current-user.ts';

export type PasswordChange = { oldPassword: string; newPassword: string; repeatPassword: string };

/** Changes the own password, then reloads the user. */
export async function changePassword(
  client: QueryClient,
  userId: string,
  typed: PasswordChange,
): Promise<void> {
  await send(accountEndpoints.changePassword, {
    params: { userId },
    body: { _id: userId, ...typed },
  });
  await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
}

/** Changes the own name and date form; the bar and the pages follow at once. */
export async function changeProfile(client: QueryClient, change: OwnProfile): Promise<CurrentUser> {
  const { data } = await send(profileEndpoints.updateMe, { body: change });
  saveOfflineCopy(currentUserCacheName, data);
  client.setQueryData(currentUserQuery.queryKey, data);
  // Lists that were read before hold the old name.
  void client.invalidateQueries({ refetchType: 'none' });
  return data;
}

/** Throws `ApiError` `reauthentication_required` when the password has to come along. */
export async function changeCell(
  userId: string,
  typed: { cellNumber: string; password?: string },
): Promise<void> {
  await send(accountEndpoints.changeCell, { params: { userId }, body: typed });
}
