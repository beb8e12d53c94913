import { expect, it } from 'vitest';
import { failureIn, ticketIn, useSignOn } from '../../test/sign-on-firm.ts';

const { test, provider, aFirmWith } = useSignOn({ host: 'accounts.google.com' });

const anOffice = async () => aFirmWith({ linksByEmail: true });

it('links the email of an account of the firm’s Workspace', async () => {
  const { firm, attorney, signIn } = await anOffice();
  provider().person = {
    sub: 'subject-1',
    email: attorney.email,
    email_verified: true,
    hd: firm.domain.toUpperCase(),
  };
  const token = await signIn();
  expect(await test.call('GET /me', { token })).toAnswer({ _id: attorney.id });
});

it.each<[string, unknown]>([
  ['outside of any Workspace', undefined],
  ['of another Workspace', 'elsewhere.co.za'],
  ['with an empty Workspace', ''],
  ['with a list of Workspaces', ['elsewhere.co.za']],
])('links no email of an account %s', async (_, hd) => {
  const { firm, attorney, walk } = await anOffice();
  const person = { sub: 'thief', email: attorney.email, email_verified: true };
  provider().person = { ...person, hd };
  expect(failureIn(await walk())).toBe('unknown');
  provider().person = { ...person, hd: firm.domain };
  expect(ticketIn(await walk())).toMatch(/\./);
});

it('links no email that Google has not verified, or of another firm', async () => {
  const { firm, attorney, walk } = await anOffice();
  const person = { sub: 'thief', email: attorney.email, hd: firm.domain };
  provider().person = { ...person, email_verified: false };
  expect(failureIn(await walk())).toBe('unknown');
  const other = await test.aUser();
  provider().person = { ...person, email: other.email, email_verified: true };
  expect(failureIn(await walk())).toBe('unknown');
});

it('links an account outside of any Workspace on the page Security', async () => {
  const { attorney, link, signIn } = await anOffice();
  await link(attorney);
  expect(await test.call('GET /me', { token: await signIn() })).toAnswer({ _id: attorney.id });
});
