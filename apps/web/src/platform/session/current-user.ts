import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import type { CurrentUser } from '@recoup/contract/users/user';
import { subjectKey } from '../api/read.ts';
import { send } from '../api/api-client.ts';
import { readOfflineCopy, withOfflineCache } from '../api/offline-cache.ts';
import { hold } from './hold.ts';
import { session } from './session.ts';

/** Its name among the copies on the device. */
export const currentUserCacheName = 'me';

/** The current user, also offline. Stores the role for the guards. */
export const currentUserQuery = queryOptions({
  queryKey: subjectKey('account'),
  queryFn: async ({ signal, client, queryKey }) => {
    const copy = readUserCopy();
    try {
      const answer = await withOfflineCache(currentUserCacheName, () =>
        send(userEndpoints.getMe, {}, { signal }),
      );
      // An equal answer draws nothing again.
      const user = replaceEqualDeep(copy, answer);
      session.keepRole(user);
      hold.set(user.isHeld === true);
      return user;
    } catch (error) {
      // A page that is drawn with the copy stays, with what was typed in it.
      const isDrawn = copy !== undefined && client.getQueryData(queryKey) === undefined;
      if (!isDrawn || signal.aborted) throw error;
      return copy;
    }
  },
  staleTime: 5 * 60_000,
  // Forms wait for the answer: it begins what is typed.
  placeholderData: readUserCopy,
});

/**
 * The user as this tab saw it last, with which pages are drawn while the answer is on its way. The
 * same value until another one is saved.
 */
export function readUserCopy(): CurrentUser | undefined {
  last = replaceEqualDeep(
    last,
    readOfflineCopy(currentUserCacheName) as CurrentUser | undefined, // of the query above
  );
  return last;
}

let last: CurrentUser | undefined;

/** Whether the user must choose a password or add a second factor before all else. */
export function isHeldBack(user: CurrentUser): boolean {
  return user.pwdResetRequired || user.secondFactor?.isOwed === true;
}

/** Whether a user records for attorneys alone, as a secretary without types of her own does. */
export function recordsForOthersAlone(user: Pick<CurrentUser, 'recordsFor' | 'disbursementTypes'>) {
  const { recordsFor = [], disbursementTypes } = user;
  return recordsFor.length > 0 && !disbursementTypes.some(({ active }) => active);
}
