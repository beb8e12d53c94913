import { expect, it } from 'vitest';
import { signOnPassword as password, useSignOn } from '../../test/sign-on-firm.ts';
import { minutes } from '../platform/core/clock.ts';

const { test, provider, aFirmWith: office } = useSignOn();

it('keeps the secret to itself, and for its provider alone', async () => {
  const { firm, admin, attorney, save } = await office();
  const token = await test.signIn(admin);
  const settings = async () =>
    (await test.data<{ signOn: object }>('GET /firm-settings', { token })).signOn;
  expect(await settings()).toEqual({
    issuer: provider().issuer,
    clientId: 'recoup',
    domains: [firm.domain],
    linksByEmail: false,
    isRequired: false,
    passwordAdmin: admin.id,
    factorBy: 'recoup',
    hasSecret: true,
    callbackPath: '/core/api/sign-on/callback',
    notLinked: { count: 1, people: [{ _id: attorney.id, name: attorney.name, role: 0 }] },
  });
  await save({ clientSecret: undefined, linksByEmail: true });
  expect(await settings()).toMatchObject({ hasSecret: true, linksByEmail: true });
  await save({ clientSecret: undefined, issuer: `${provider().issuer}/other` });
  expect(await settings()).toMatchObject({ hasSecret: false });
  const lines = await test.listRows('auditLog', { firmId: firm.id }, ['action', 'details']);
  expect(JSON.stringify(lines)).toContain('signOn.clientSecret');
  expect(JSON.stringify(lines)).not.toContain('the secret of the client');
});

it.each([
  [{ issuer: 'http://10.0.0.1' }, 'signOn.issuer', /https/],
  [{ issuer: 'https://169.254.169.254' }, 'signOn.issuer', /private networks/],
  [{ issuer: 'ftp://x.example' }, 'signOn.issuer', /issuer/],
  [{ issuer: 'https://x.example/.well-known/openid-configuration' }, 'signOn.issuer', /issuer/],
  [{ issuer: 'https://a:b@x.example' }, 'signOn.issuer', /issuer/],
  [{ domains: ['elsewhere.co.za'] }, 'signOn.domains.0', /not a domain of your firm/],
  [{ domains: [] }, 'signOn.domains', /at least one/],
  [{ clientId: '' }, 'signOn.clientId', /client id/],
  [{ factorBy: 'nobody' }, 'signOn.factorBy', /recoup or provider/],
])('refuses the settings %j', async (change, field, message) => {
  const { save } = await office();
  expect(await save(change)).toAnswer(400, { fields: { [field]: message } });
});

it('asks for the password before an older session changes single sign-on', async () => {
  const { admin } = await office();
  const token = await test.signIn(admin);
  test.clock.advance(minutes(11));
  const save = async (body: object) => test.call('PUT /firm-settings', { token, body });
  expect(await save({ signOn: null })).toAnswer(403, { code: 'reauthentication_required' });
  expect(await save({ signOn: null, password: 'not-the-password' })).toAnswer(400);
  expect(await save({ isVatVendor: false })).toAnswer(200);
  expect(await save({ signOn: null, password })).toAnswer({ data: { signOn: null } });
});
