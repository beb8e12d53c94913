import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { hours } from '../../platform/core/clock.ts';

const test = useApp();
const password = 'a-long-and-quiet-river';
const subject = 'New sign-in to your Recoup account';

async function anOwner() {
  const user = await test.aUser({ password });
  const signIn = async (from: string, input: { cookie?: string; password?: string } = {}) =>
    test.call('POST /logon', {
      body: { email: user.email, password: input.password ?? password },
      from,
      ...(input.cookie !== undefined && { headers: { cookie: input.cookie } }),
    });
  const subjects = async () =>
    (await test.listRows('mails', { toAddress: user.email }, ['subject'])).map(
      (mail) => mail.subject,
    );
  return { signIn, subjects };
}

it('notifies the owner of a sign-in from an unknown device and network', async () => {
  const { signIn, subjects } = await anOwner();
  const first = await signIn('192.0.2.1');
  expect(await subjects()).toEqual([]);
  await signIn('192.0.2.1');
  const cookie = /recoup-device=[\w-]+/.exec(String(first.headers['set-cookie']))?.[0] ?? '';
  await signIn('198.51.100.7', { cookie });
  await signIn('203.0.113.9', { password: 'not-the-password-at-all' });
  expect(await subjects()).toEqual([]);
  expect(await signIn('203.0.113.9')).toAnswer(200);
  expect(await subjects()).toEqual([subject]);
});

it('sends at most six of these mails a day, and signs in after them', async () => {
  const { signIn, subjects } = await anOwner();
  for (let network = 1; network <= 9; network += 1)
    expect((await signIn(`192.0.2.${network + 20}`)).statusCode).toBe(200);
  expect(await subjects()).toHaveLength(6);
  test.clock.advance(hours(24));
  await signIn('192.0.2.99');
  expect(await subjects()).toHaveLength(7);
});
