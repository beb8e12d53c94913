import { expect, it } from 'vitest';
import { failureIn, tenant, ticketIn, useSignOn } from '../../test/sign-on-firm.ts';

const { test, provider, aFirmWith } = useSignOn({
  host: 'login.microsoftonline.com',
  path: `/${tenant}/v2.0`,
});

const account = { sub: 'pairwise', tid: tenant, oid: 'object-1' };

it('knows an account by tenant and object id, whatever its subject is', async () => {
  const office = await aFirmWith();
  provider().person = account;
  await office.link(office.attorney);
  provider().person = { ...account, sub: 'another-pairwise' };
  const token = await office.signIn();
  expect(await test.call('GET /me', { token })).toAnswer({ _id: office.attorney.id });
  expect((await test.getRow('identities', { userId: office.attorney.id })).subject).toBe(
    'object-1',
  );
});

it.each([
  ['of another tenant', { tid: '99999999-2222-4333-8444-555555555555' }],
  ['without a tenant', { tid: undefined }],
  ['without an object id', { oid: undefined }],
])('signs in no account %s', async (_, claims) => {
  const office = await aFirmWith();
  provider().person = account;
  await office.link(office.attorney);
  provider().person = { ...account, ...claims };
  expect(failureIn(await office.walk())).toBe('invalid');
});

it.each([
  ['whose owner Microsoft has not proved', { xms_edov: undefined, email_verified: true }],
  ['whose proof says no', { xms_edov: false }],
  ['of a guest', { acct: 1 }],
  ['of a guest, told by the home tenant', { idp: 'https://sts.windows.net/other/' }],
])('links no email %s', async (_, claims) => {
  const office = await aFirmWith({ linksByEmail: true });
  const person = { ...account, email: office.attorney.email, xms_edov: true };
  provider().person = { ...person, ...claims };
  expect(failureIn(await office.walk())).toBe('unknown');
  provider().person = person;
  expect(ticketIn(await office.walk())).toMatch(/\./);
});

it.each([
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/organizations/v2.0',
  'https://login.microsoftonline.com/consumers/v2.0',
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  'https://login.microsoftonline.com/firm.onmicrosoft.com/v2.0',
  `https://login.microsoftonline.com/${tenant}`,
])('refuses the issuer %s', async (issuer) => {
  const office = await aFirmWith();
  expect(await office.save({ issuer })).toAnswer(400, {
    fields: { 'signOn.issuer': /TENANT-ID/ },
  });
});
