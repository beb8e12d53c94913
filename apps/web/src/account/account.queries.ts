import { accountCalls, logonBody } from '@recoup/contract/account';
import { errorTexts } from '@recoup/contract/texts';
import type { QueryClient } from '@tanstack/react-query';
import { send } from '../platform/api-client.ts';
import { ApiError } from '../platform/api-error.ts';
import { currentUserQuery } from '../platform/current-user.ts';
import { session } from '../platform/session.ts';

/**
 * Signs in: keeps the token, loads the user and keeps the role (specification, section 4).
 * Throws `ApiError`, with `fields` for what was typed wrongly.
 */
export async function signIn(client: QueryClient, typed: { email: string; password: string }): Promise<void> {
  const { token } = await send(accountCalls.logon, { body: checked(typed) });
  client.clear();
  session.begin(token);
  try {
    await client.fetchQuery(currentUserQuery);
  } catch (error) {
    session.end();
    throw error;
  }
}

/** The same words that the server would answer, without asking it. */
function checked(typed: { email: string; password: string }): { email: string; password: string } {
  const result = logonBody.safeParse(typed);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) fields[path.join('.')] ??= message;
  throw new ApiError({ status: 400, code: 'invalid_input', message: errorTexts.invalid_input, fields });
}
