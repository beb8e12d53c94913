import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { recoup } from './app.ts';
import { expect } from './expect.ts';
import { sentTexts } from './outbox.ts';
import { systemAdmin } from './recoup.ts';
import { callApi } from './wire.ts';

type Added = { data: { _id: string } };
type NewFirm = { firm: string; admin: { email: string; password: string } };

/** A firm as the system admin adds it; its admin has chosen a password with the code by SMS. */
export async function addFirmWithAdmin(domain: string): Promise<NewFirm> {
  const by = <Reply>(method: string, address: string, body?: object) =>
    callApi<Reply>(systemAdmin, method, address, body);
  const firm = (await by<Added>('POST', '/firms', { name: `Firm of ${domain}`, domains: [domain] }))
    .data._id;
  const email = `admin@${domain}`;
  const person = { role: 1, firm, email, cell: '0825550190' };
  const user = (await by<Added>('POST', '/register', person)).data._id;
  await by('PUT', `/firms/${firm}`, { admin: user });
  const password = demoFirmAdmins.lerato.password;
  await resetPassword({ email, password });
  return { firm, admin: { email, password } };
}

async function resetPassword({ email, password }: NewFirm['admin']): Promise<void> {
  const before = (await sentTexts(recoup.dataDir)).length;
  const api = `${recoup.url}/core/api`;
  const sent = await fetch(`${api}/v2/sendOtp?email=${encodeURIComponent(email)}`);
  const { data: token } = (await sent.json()) as { data: string }; // the contract's reply
  const verified = await fetch(`${api}/v2/verifyOtp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ otp: await codeAfter(before), token }),
  });
  type Grant = { data: { userId: string; token: string } };
  const { data: grant } = (await verified.json()) as Grant; // the contract's reply
  const reset = await fetch(`${api}/users/update-passwordv2/${grant.userId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${grant.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ newPassword: password }),
  });
  if (!reset.ok) throw new Error(`The new password answered ${reset.status}.`);
}

/** The code of the first SMS beyond so many. */
async function codeAfter(count: number): Promise<string> {
  const code = async () => /^\d{8}/.exec((await sentTexts(recoup.dataDir))[count] ?? '')?.[0] ?? '';
  await expect.poll(code).not.toBe('');
  return code();
}
