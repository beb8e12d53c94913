import { accountCalls, changeCellBody, logonBody, resetPasswordBody, sendOtpQuery, verifyOtpBody } from '@recoup/contract/account';
import { errorTexts } from '@recoup/contract/texts';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { send } from '../platform/api-client.ts';
import { ApiError } from '../platform/api-error.ts';
import { currentUserQuery } from '../platform/current-user.ts';
import { session } from '../platform/session.ts';

/**
 * Signs in: keeps the token, loads the user and keeps the role (specification, section 4).
 * Throws `ApiError`, with `fields` for what was typed wrongly.
 */
export async function signIn(client: QueryClient, typed: { email: string; password: string }): Promise<void> {
  const { token } = await send(accountCalls.logon, { body: checked(logonBody, typed) });
  client.clear();
  session.begin(token);
  try {
    await client.fetchQuery(currentUserQuery);
  } catch (error) {
    session.end();
    throw error;
  }
}

/**
 * Asks for an OTP. Returns the token that goes with it; undefined when the call failed, of which nothing is said (specification,
 * section 7). Throws `ApiError` with `fields` for a bad e-mail, before anything is sent.
 */
export async function requestOtp(typed: { email: string }): Promise<string | undefined> {
  const query = checked(sendOtpQuery, typed);
  return send(accountCalls.sendOtp, { query }).then(
    ({ data }) => data,
    () => undefined,
  );
}

export type Grant = { readonly userId: string; readonly token: string };

/** Throws `ApiError` with `fields.otp` for a code that is wrong, old or used. */
export async function verifyOtp(typed: { otp: string; token: string }): Promise<Grant> {
  const { data } = await send(accountCalls.verifyOtp, { body: checked(verifyOtpBody, typed) });
  return data;
}

/** Throws `ApiError` with status 401 when the grant was used or is older than ten minutes. */
export async function resetPassword(grant: Grant, typed: { newPassword: string }): Promise<void> {
  const body = checked(resetPasswordBody, typed);
  await send(accountCalls.resetPassword, { params: { userId: grant.userId }, body }, { token: grant.token });
}

export type PasswordChange = { readonly oldPassword: string; readonly newPassword: string; readonly repeatPassword: string };

/** Changes the own password, and loads the user anew: a change that was due is done. */
export async function changePassword(client: QueryClient, userId: string, typed: PasswordChange): Promise<void> {
  await send(accountCalls.changePassword, { params: { userId }, body: { _id: userId, ...typed } });
  await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
}

/** Throws `ApiError` `reauthentication_required` when the password has to come along. */
export async function changeCell(userId: string, typed: { cellNumber: string; password?: string }): Promise<void> {
  await send(accountCalls.changeCell, { params: { userId }, body: checked(changeCellBody, typed) });
}

/** The same words that the server would answer, without asking it. */
function checked<S extends z.ZodType>(schema: S, typed: z.input<S>): z.output<S> {
  const result = schema.safeParse(typed);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) fields[path.join('.')] ??= message;
  throw new ApiError({ status: 400, code: 'invalid_input', message: errorTexts.invalid_input, fields });
}
