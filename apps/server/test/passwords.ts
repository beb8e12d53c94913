import type { TestApp } from './app.ts';
import type { GivenUser } from './factories.ts';

export const password = 'a-long-and-quiet-river';
export const fresh = 'lantern-harbour-quiet-7';

/** A new firm admin, and the token of a sign-in with the password. */
export async function signedIn(
  test: TestApp,
  input: GivenUser = {},
): Promise<{ id: string; firmId: string | null; email: string; name: string; token: string }> {
  const user = await test.anAdmin({ password, ...input });
  const reply = await test.call('POST /logon', { body: { email: user.email, password } });
  return { ...user, token: reply.json<{ token: string }>().token };
}
