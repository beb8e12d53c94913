import { logonAt } from '../../e2e/support/browser.ts';

/** The storage of a tab after a sign-in and the first page. */
export type TabSession = Readonly<Record<string, string>>;

export async function sessionFor(
  url: string,
  as: { email: string; password: string },
): Promise<TabSession> {
  const token = await logonAt(url, as);
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${url}/core/api/me`, { headers });
  const { role, firm, recordsFor } = (await reply.json()) as {
    role: number;
    firm: { _id: string } | null;
    recordsFor: { _id: string }[];
  }; // the contract's reply
  return {
    token,
    role: `${role}`,
    ...(firm && { firm: firm._id }),
    ...(recordsFor[0] && { others: recordsFor[0]._id }),
  };
}
