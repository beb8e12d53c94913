import { userEndpoints } from '@recoup/contract/users/endpoints';
import {
  accountEndpoints,
  logonBody,
  resetPasswordBody,
  sendOtpQuery,
  verifyOtpBody,
} from '@recoup/contract/account/endpoints';
import { secondFactorEndpoints, secondFactorLogon } from '@recoup/contract/second-factor/endpoints';
import { signOnEndpoints } from '@recoup/contract/sign-on/endpoints';
import { errorTexts } from '@recoup/contract/core/error-texts';
import type { CurrentUser } from '@recoup/contract/users/user';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { send } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';
import {
  currentUserCacheName,
  currentUserQuery,
  isHeldBack,
} from '../platform/session/current-user.ts';
import { saveOfflineCopy } from '../platform/api/offline-cache.ts';
import { session } from '../platform/session/session.ts';
import { deleteSharedOfOthers } from '../platform/session/shared-content.ts';
import type { Challenge } from './second-step/challenge.ts';
import { invitation } from './sign-on/leave.ts';

type Typed = { email: string; password: string };
/** The challenge of a right password, and what answers it. */
export type Proof = z.input<typeof secondFactorLogon>;
/** The ticket of a single sign-on. */
type Ticket = { ticket: string };
export type Credentials = Typed | Proof | Ticket;

/**
 * Signs in: keeps the token, loads the user and keeps the role (specification, section 4). Returns
 * the challenge where a second factor is missing. Throws `ApiError`, with `fields` for what was
 * typed wrongly.
 */
export async function signIn(
  client: QueryClient,
  credentials: Credentials,
): Promise<Challenge | undefined> {
  const opened = await openSession(credentials);
  if ('challenge' in opened) return opened.challenge;
  await deleteSharedOfOthers(opened.user._id);
  client.clear();
  begin(client, opened);
  return undefined;
}

/**
 * Signs in above a page that stays open. The caller begins the session, because another user, or
 * one with changed rights, must not see the page. Returns and throws as `signIn` does.
 */
export async function signInAgain(
  client: QueryClient,
  before: CurrentUser | undefined,
  credentials: Credentials,
) {
  const opened = await openSession(credentials);
  if ('challenge' in opened) return opened;
  const { user } = opened;
  await deleteSharedOfOthers(user._id);
  return {
    isSameUser: user._id === before?._id && user.role === before.role && !isHeldBack(user),
    begin: () => begin(client, opened),
  };
}

type Opened = { token: string; user: CurrentUser };
type Unproved = { challenge: Challenge };

/** Changes nothing on this device, so that two sign-ins at once do not conflict. */
async function openSession(credentials: Credentials): Promise<Opened | Unproved> {
  const answer = await sendCredentials(credentials);
  if ('challenge' in answer) return answer;
  const { token } = answer;
  return { token, user: await send(userEndpoints.getMe, {}, { token }) };
}

async function sendCredentials(credentials: Credentials): Promise<{ token: string } | Unproved> {
  if ('challenge' in credentials) return sendProof(credentials);
  try {
    if ('ticket' in credentials)
      return await send(signOnEndpoints.logonWithTicket, { body: credentials });
    return await send(accountEndpoints.logon, { body: checked(logonBody, credentials) });
  } catch (error) {
    const {
      challenge: token,
      methods = [],
      options,
    } = (error instanceof ApiError && error.body) || {};
    if (token === undefined) throw error;
    return { challenge: { token, methods, options } };
  }
}

function sendProof(proof: Proof): Promise<{ token: string }> {
  const body = checked(secondFactorLogon, proof);
  return send(secondFactorEndpoints.logonWithFactor, { body });
}

function begin(client: QueryClient, { token, user }: Opened): void {
  session.begin(token);
  session.keepRole(user);
  saveOfflineCopy(currentUserCacheName, user);
  client.setQueryData(currentUserQuery.queryKey, user);
}

/** The single sign-on of an email's domain. */
export async function findSignOn(email: string) {
  return (await send(signOnEndpoints.findSignOn, { query: { email } })).data;
}

/**
 * Requests an OTP and returns its token; undefined if the call failed, which is not shown
 * (specification, section 7). Throws `ApiError` with `fields` for an invalid email.
 */
export async function requestOtp(typed: { email: string }): Promise<string | undefined> {
  const query = checked(sendOtpQuery, typed);
  return send(accountEndpoints.sendOtp, { query }).then(
    ({ data }) => data,
    () => undefined,
  );
}

export type Grant = { userId: string; token: string };

/** Throws `ApiError` with `fields.otp` for a code that is wrong, old or used. */
export async function verifyOtp(typed: { otp: string; token: string }): Promise<Grant> {
  const { data } = await send(accountEndpoints.verifyOtp, { body: checked(verifyOtpBody, typed) });
  return data;
}

/** Throws `ApiError` with status 401 when the grant was used or is older than ten minutes. */
export async function resetPassword(grant: Grant, typed: { newPassword: string }): Promise<void> {
  const body = checked(resetPasswordBody, typed);
  await send(
    accountEndpoints.resetPassword,
    { params: { userId: grant.userId }, body },
    { token: grant.token },
  );
}

/** The text of the server’s answer, without a request. */
function checked<S extends z.ZodType>(schema: S, typed: z.input<S>): z.output<S> {
  const result = schema.safeParse(typed);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) fields[path.join('.')] ??= message;
  throw new ApiError({
    status: 400,
    code: 'invalid_input',
    message: errorTexts.invalid_input,
    fields,
  });
}

/**
 * Goes to the provider. The secret of an invitation travels in a cookie, which the server removes:
 * the address would stand in the logs of proxies.
 */
export function leaveForSignOn(url: string, to: string | null): void {
  const address = new URL(url);
  const secret = sessionStorage.getItem(invitation);
  if (secret !== null) {
    const host = location.protocol === 'https:' ? '__Host-' : '';
    const end = host && ';secure';
    document.cookie = `${host}${invitation}=${secret};path=/;max-age=60;samesite=strict${end}`;
  }
  if (to !== null) address.searchParams.set('returnTo', to);
  window.location.assign(address);
}
