import { type Action, type Role, role } from '@recoup/contract/core/access';
import type { CurrentUser } from '@recoup/contract/users/user';
import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { paths } from '../../platform/browser/paths.ts';
import { currentUserQuery, readUserCopy } from '../../platform/session/current-user.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { hold } from '../../platform/session/hold.ts';
import { may } from '../../platform/session/may.ts';
import { session } from '../../platform/session/session.ts';

/** A redirect, or null for "go on". */
type Guard = (args: Pick<LoaderFunctionArgs, 'request'>) => Promise<Response | null>;

const homeByRole = {
  [role.systemAdmin]: paths.firms,
  [role.attorneyAdmin]: paths.attorneyArea,
  [role.auditor]: paths.firmEntries,
  [role.attorney]: paths.entries,
} as const satisfies Record<Role, string>;

/**
 * The access rule of the specification, section 2. The server enforces it. `revalidate` calls the
 * guards again.
 */
export function createGuards(client: QueryClient, revalidate: () => void) {
  const findUser = createUserSearch(client, revalidate);
  const requireSignIn: Guard = async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (!session.isSignedIn()) return redirect(paths.logon({ to: pathname + search }));
    const user = await findUser();
    if (!user) return redirect(paths.unauthorized);
    const first = firstDuty(user);
    return first !== undefined && pathname !== first ? redirect(first) : null;
  };
  const isKnown = (): boolean => {
    const user = client.getQueryData(currentUserQuery.queryKey);
    return session.isSignedIn() && user !== undefined && firstDuty(user) === undefined;
  };
  const guardBy = (isAllowed: () => boolean) => ({
    loader: async (args: Parameters<Guard>[0]) => {
      const refusal = await requireSignIn(args);
      if (refusal !== null) return refusal;
      return isAllowed() ? null : redirect(paths.unauthorized);
    },
    // The router draws the page that is left once more while a loader runs.
    shouldRevalidate: (args: ShouldRevalidateFunctionArgs) =>
      perPage(args) && !(isKnown() && isAllowed()),
  });
  const redirectByRole: Guard = async (args) => {
    const refusal = await requireSignIn(args);
    if (refusal !== null) return refusal;
    const user = await findUser();
    return redirect(user ? homeByRole[user.role] : paths.unauthorized);
  };
  return {
    requireSignIn: guardBy(() => true),
    requireRole: (required: Role) => guardBy(() => session.hasRole(required)),
    requireMay: (action: Action) => guardBy(() => may(action)),
    redirectByRole,
    requireRefusal: requireEndReason,
    requireSignedOut,
  };
}

/** The page where a user has something to do before all else. */
function firstDuty({ pwdResetRequired, secondFactor }: CurrentUser): string | undefined {
  if (pwdResetRequired) return paths.updatePassword;
  return secondFactor?.isOwed === true ? paths.security : undefined;
}

/** Readable after a session has ended, with its reason. */
const requireEndReason: Guard = async () =>
  session.isSignedIn() || session.endReason() !== null ? null : redirect(paths.logon());

const requireSignedOut: Guard = async ({ request }) => {
  if (!session.isSignedIn()) return null;
  if (new URL(request.url).searchParams.has('email'))
    toast('You are signed in already. To use an invitation, log out first.');
  return redirect(paths.home);
};

/**
 * Finds the current user for a guard. A page opens with the copy of the user, and the guards decide
 * again if the answer differs in what they read.
 */
function createUserSearch(client: QueryClient, revalidate: () => void) {
  const compare = async (copy: CurrentUser) => {
    // The page that the user opened since has its own guard.
    const user = await loadUser(client).catch(() => undefined);
    if (user && (user.role !== copy.role || firstDuty(user) !== undefined)) revalidate();
  };
  return async (): Promise<CurrentUser | undefined> => {
    const isAnswered = client.getQueryData(currentUserQuery.queryKey) !== undefined;
    const copy = isAnswered ? undefined : readUserCopy();
    if (copy === undefined || firstDuty(copy) !== undefined) return loadUser(client);
    // The mark of the page may be newer than the copy.
    if (copy.isHeld === true) hold.set(true);
    void compare(copy);
    return copy;
  };
}

/** Undefined if the session has ended. */
async function loadUser(client: QueryClient): Promise<CurrentUser | undefined> {
  try {
    const user = await client.ensureQueryData(currentUserQuery);
    return session.isSignedIn() ? user : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

/** False where only the query changes, as at the next page of a list: the server refuses then. */
function perPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;
}
