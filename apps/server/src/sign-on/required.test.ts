import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import {
  failureIn,
  invited,
  signOnPassword as password,
  useSignOn,
} from '../../test/sign-on-firm.ts';
import { hours, minutes } from '../platform/core/clock.ts';
import { allowPassword } from './allow-password.service.ts';

const { test, provider, aFirmWith: office, logon } = useSignOn();

it('lets only the named admin’s password open an account where it is required', async () => {
  const { admin, attorney, link, signIn, save, follow } = await office();
  expect(await save({ isRequired: true, passwordAdmin: null })).toAnswer(409);
  expect(await save({ isRequired: true, passwordAdmin: attorney.id })).toAnswer(409);
  expect(await save({ isRequired: true })).toAnswer(409, {
    fields: { 'signOn.isRequired': /once/ },
  });
  await link(admin);
  expect(await save({ isRequired: true })).toAnswer(409);
  await signIn();
  provider().person = { sub: 'attorney' };
  await link(attorney);
  expect(await save({ isRequired: true })).toAnswer(200);
  expect(await logon(attorney)).toAnswer(401, { code: 'wrong_credentials' });
  expect(await logon(admin)).toAnswer(200);
  const token = await signIn();
  test.clock.advance(minutes(11));
  const body = { kind: 'totp', password };
  expect(await test.call('POST /second-factors', { token, body })).toAnswer(400);
  expect(await follow('POST /sign-on-confirmations', token)).toBe('/#sign-on=confirmed');
  const sent = (await test.sms()).length;
  await test.call(`GET /v2/sendOtp?email=${attorney.email}`);
  expect(await test.sms()).toHaveLength(sent);
});

it('lets an auditor from outside sign in with a password all the same', async () => {
  const { firm, admin, link, signIn, save } = await office();
  const fields = { email: `audit@outside-${firm.domain}`, role: 2, endsOn: '2027-01-01' };
  const auditor = await test.aUser({ firm, password, ...fields });
  await link(admin);
  await signIn();
  await save({ isRequired: true });
  expect(await logon(auditor)).toAnswer(200);
});

it('lets the operator allow a password for a day, and tells the firm admin', async () => {
  const { firm, admin, attorney, link, signIn, save } = await office();
  await link(admin);
  await signIn();
  await save({ isRequired: true });
  const allow = async () =>
    allowPassword(test.db, { email: attorney.email, now: test.clock.now() });
  expect(await allow()).toMatch(/may sign in with a password until/);
  expect(await logon(attorney)).toAnswer(200);
  await test.call(`GET /v2/sendOtp?email=${attorney.email}`);
  expect((await test.sms()).at(-1)?.to).toBe(
    (await test.getRow('users', { id: attorney.id })).cell,
  );
  test.clock.advance(hours(24));
  expect(await logon(attorney)).toAnswer(401);
  const mails = await test.listRows('mails', { toAddress: admin.email }, ['subject']);
  expect(mails.map(({ subject }) => subject)).toContainEqual(
    `${attorney.name} may sign in to Recoup with a password for a day`,
  );
  const lines = await test.listRows('auditLog', { firmId: firm.id }, ['action', 'actorKind']);
  expect(lines).toContainEqual({ action: 'user.password-allowed', actorKind: 'operator' });
});

it('lets passwords open accounts again when single sign-on or its domain goes', async () => {
  const { firm, admin, attorney, link, signIn, save } = await office();
  await link(admin);
  await signIn();
  await save({ isRequired: true });
  expect(await logon(attorney)).toAnswer(401);
  await test.updateRows('signOns', { firmId: firm.id }, { domains: ['gone.example'] });
  expect(await logon(attorney)).toAnswer(200);
  await test.updateRows('signOns', { firmId: firm.id }, { domains: [firm.domain] });
  expect(await logon(attorney)).toAnswer(401);
  await save(null);
  expect(await logon(attorney)).toAnswer(200);
});

it('sends a code to a person who never had a password once single sign-on has gone', async () => {
  const { firm, signIn, save } = await office({ linksByEmail: true });
  const person = await test.aUser({ firm, pwdResetRequired: true });
  provider().person = { sub: 'new', email: person.email, email_verified: true };
  await signIn();
  await save(null);
  test.clock.advance(hours(24 * 30));
  await test.call(`GET /v2/sendOtp?email=${person.email}`);
  expect((await test.sms()).at(-1)?.text).toMatch(/^\d{8} is your/);
});

it('gives no first sign-in to a person who signs in at the provider', async () => {
  const { admin, firm, signIn, save } = await office({ linksByEmail: true });
  const person = await test.aUser({ firm, pwdResetRequired: true });
  const renew = async () => {
    const token = await test.signIn(admin);
    return test.call(`PUT /users/${person.id}/first-sign-in`, { token, body: {} });
  };
  provider().person = { sub: 'new', email: person.email, email_verified: true };
  await signIn();
  expect(await renew()).toAnswer(409, { message: /single sign-on/ });
  await save(null);
  expect(await renew()).toAnswer(200);
});

it('lets a firm admin remove the account of a person who has another one now', async () => {
  const { admin, firm, attorney, link, signIn, walk, save } = await office({ linksByEmail: true });
  await link(admin);
  await signIn();
  const person = await test.aUser({ firm, pwdResetRequired: true });
  const claims = { email: person.email, email_verified: true };
  provider().person = { sub: 'first', ...claims };
  const own = await signIn();
  await save({ isRequired: true });
  provider().person = { sub: 'second', ...claims };
  expect(failureIn(await walk())).toBe('other_account');
  const unlink = async (token: string, body?: object, id = person.id) =>
    test.call(`DELETE /users/${id}/identities`, { token, ...(body && { body }) });
  const token = await test.signIn(admin);
  expect(await unlink(token, undefined, attorney.id)).toAnswer(409, { message: /no linked/ });
  expect(await unlink(token, undefined, admin.id)).toAnswer(404);
  const stranger = await test.signInAdmin();
  expect(await unlink(stranger)).toAnswer(404);
  test.clock.advance(minutes(11));
  expect(await unlink(token)).toAnswer(403, { code: 'reauthentication_required' });
  expect(await unlink(token, { password: 'not-the-password' })).toAnswer(400);
  expect(await test.call('GET /me', { token: own })).toAnswer(200);
  expect(await unlink(token, { password })).toAnswer(200);
  expect(await test.call('GET /me', { token: own })).toAnswer(401);
  expect(await test.getRow('users', { id: person.id })).toMatchObject({
    passwordResetRequired: true,
  });
  const mails = await test.listRows('mails', { toAddress: person.email }, ['subject']);
  expect(mails).toContainEqual({
    subject: 'A linked account of your Recoup account was removed',
  });
  expect(await test.listAudit(person.id)).toContainEqual(
    expect.objectContaining({ action: 'user.identity-removed', actorId: admin.id }),
  );
  expect(await test.call('GET /me', { token: await signIn() })).toAnswer({ _id: person.id });
});

/** A firm that requires single sign-on, whose admin may still use a password. */
async function aRequiringFirm() {
  const { link, signIn, save, ...rest } = await office();
  await link(rest.admin);
  await signIn();
  expect(await save({ isRequired: true })).toAnswer(200);
  const asAdmin = async (what: string, body?: object) =>
    test.call(what, { token: await test.signIn(rest.admin), ...(body && { body }) });
  const invite = async ({ id, email }: { id: string; email: string }) => {
    const reply = await asAdmin(`PUT /users/${id}/first-sign-in`, {});
    expect(reply).toAnswer(200);
    const mails = await test.listRows('mails', { toAddress: email }, ['body']);
    const [secret] = mails.flatMap(
      ({ body }) => /#invitation=([\w-]{43})/.exec(body ?? '')?.[1] ?? [],
    );
    return { secret, ...reply.json<{ initialPassword: string | null }>() };
  };
  return { ...rest, link, signIn, save, asAdmin, invite };
}

it('invites a person with a password whose account was removed, at once', async () => {
  const { attorney, link, signIn, asAdmin, invite } = await aRequiringFirm();
  provider().person = { sub: 'first' };
  await link(attorney);
  expect(await asAdmin(`DELETE /users/${attorney.id}/identities`)).toAnswer(200);
  provider().person = { sub: 'second' };
  const { secret } = await invite(attorney);
  const token = await signIn('', invited(secret));
  expect(await test.call('GET /me', { token })).toAnswer({ _id: attorney.id });
});

it('invites a person with a password who was never linked, and names them until then', async () => {
  const { firm, attorney, signIn, asAdmin, invite, save } = await aRequiringFirm();
  const notLinked = async () => {
    const reply = await asAdmin('GET /firm-settings');
    return reply.json<{ data: { signOn: { notLinked: object } } }>().data.signOn.notLinked;
  };
  const person = { _id: attorney.id, name: attorney.name, role: 0 };
  await test.aUser({ firm, email: `left@${firm.domain}`, status: userStatus.inactive });
  await test.aUser({ firm, email: `ended@${firm.domain}`, role: 2, endsOn: '2020-01-01' });
  await test.aUser({ firm, email: `audit@out-${firm.domain}`, role: 2, endsOn: '2099-01-01' });
  const known = await test.aUser({ firm, email: `known@${firm.domain}` });
  await test.insertRows('signOnPeople', { firmId: firm.id, userId: known.id, externalId: 'x' });
  expect(await notLinked()).toEqual({ count: 1, people: [person] });
  expect(await save({ linksByEmail: true, isRequired: true })).toAnswer({
    data: { signOn: { notLinked: { count: 0, people: [] } } },
  });
  await save({ isRequired: true });
  const own = await test.signIn(attorney);
  await invite(attorney);
  expect(await test.call('GET /me', { token: own })).toAnswer(401);
  // The database has the real time.
  const invitedAt = async (ms: number) =>
    test.updateRows('users', { id: attorney.id }, { invitedAt: new Date(Date.now() - ms) });
  await invitedAt(hours(24 * 13));
  expect(await notLinked()).toEqual({ count: 0, people: [] });
  await invitedAt(hours(24 * 15));
  expect(await notLinked()).toEqual({ count: 1, people: [person] });
  await test.updateRows('users', { id: attorney.id }, { invitedAt: test.clock.now() });
  const { secret } = await invite(attorney);
  provider().person = { sub: 'never linked' };
  const token = await signIn('', invited(secret));
  expect(await test.call('GET /me', { token })).toAnswer({ _id: attorney.id });
  expect(await notLinked()).toEqual({ count: 0, people: [] });
  const lines = await test.listRows('auditLog', { firmId: firm.id }, ['details']);
  expect(JSON.stringify(lines)).not.toContain('notLinked');
});

it('keeps a password that opens, as for a day that the operator allows', async () => {
  const { attorney, asAdmin, save } = await aRequiringFirm();
  const renew = async () => asAdmin(`PUT /users/${attorney.id}/first-sign-in`, {});
  await allowPassword(test.db, { email: attorney.email, now: test.clock.now() });
  expect(await renew()).toAnswer(409, { message: /has chosen a password/ });
  await save({ isRequired: false });
  test.clock.advance(hours(24));
  expect(await renew()).toAnswer(409, { message: /has chosen a password/ });
  expect(await logon(attorney)).toAnswer(200);
});

it('gives a linked person without a cell a password for the day of the operator', async () => {
  const { firm, signIn, asAdmin, save } = await aRequiringFirm();
  const person = await test.aUser({ firm, cell: '' });
  await test.updateRows('users', { id: person.id }, { passwordHash: null });
  provider().person = { sub: 'from the directory' };
  const known = { firmId: firm.id, userId: person.id, externalId: 'from the directory' };
  await test.insertRows('signOnPeople', known);
  await signIn();
  const renew = async () => asAdmin(`PUT /users/${person.id}/first-sign-in`, {});
  const allow = async () => allowPassword(test.db, { email: person.email, now: test.clock.now() });
  expect(await renew()).toAnswer(409, { message: /single sign-on/ });
  expect(await allow()).toMatch(/firm admin .* presses "Invite to single sign-on", which shows/);
  const { initialPassword } = (await renew()).json<{ initialPassword: string }>();
  const open = async () =>
    test.call('POST /logon', { body: { email: person.email, password: initialPassword } });
  expect(await open()).toAnswer(200);
  expect(await allow()).toMatch(/The password of the account works/);
  test.clock.advance(hours(24));
  expect(await open()).toAnswer(401);
  expect(await renew()).toAnswer(409, { message: /single sign-on/ });
  await save({ isRequired: false });
  expect(await renew()).toAnswer(409, { message: /single sign-on/ });
  await allow();
  expect(await renew()).toAnswer(200);
});

it.each([
  [{ cell: '0825550111' }, /Forgot password" makes one\.$/],
  [{ cell: '0825550111', pwdResetRequired: true }, /presses "Send a new invitation"/],
  [{ cell: '', pwdResetRequired: true }, /presses "New initial password"/],
  [{ cell: '', role: 1 }, /the system administrator enters a cell/],
])('names the way to a password of %j', async (fields, way) => {
  const { firm } = await office();
  const person = await test.aUser({ firm, email: `person@${firm.domain}`, ...fields });
  await test.updateRows('firms', { id: firm.id }, { adminId: null });
  const invitedAt = new Date(test.clock.now().getTime() - hours(24 * 15));
  await test.updateRows('users', { id: person.id }, { passwordHash: null, invitedAt });
  const now = test.clock.now();
  expect(await allowPassword(test.db, { email: person.email, now })).toMatch(way);
});

it('keeps the password of a person whose account was removed while it opens', async () => {
  const { attorney, link, asAdmin, save } = await aRequiringFirm();
  provider().person = { sub: 'first' };
  await link(attorney);
  await save({ isRequired: false });
  expect(await asAdmin(`DELETE /users/${attorney.id}/identities`)).toAnswer(200);
  expect(await logon(attorney)).toAnswer(200);
});

it('invites a person without a cell by the provider, and by a password that opens', async () => {
  const { firm, signIn, save, invite } = await aRequiringFirm();
  const person = await test.aUser({ firm, pwdResetRequired: true, cell: '' });
  const only = await invite(person);
  expect(only).toMatchObject({ initialPassword: null });
  await save({ isRequired: false });
  const both = await invite(person);
  expect(both.initialPassword).toMatch(/\w/);
  provider().person = { sub: 'new' };
  const token = await signIn('', invited(both.secret));
  expect(await test.call('GET /me', { token })).toAnswer({ _id: person.id });
});

it('keeps an active firm admin whose password works', async () => {
  const { admin, firm, save } = await office();
  const token = await test.signInAs({ firm: null });
  const body = { status: 1 };
  expect(await test.call(`PUT /users/${admin.id}`, { token, body })).toAnswer(409, {
    message: /while the provider fails/,
  });
  const next = await test.anAdmin({ firm, password });
  expect(await save({ passwordAdmin: next.id })).toAnswer(409);
  const change = { admin: next.id };
  expect(await test.call(`PUT /firms/${firm.id}`, { token, body: change })).toAnswer(200);
  const { passwordAdmin } = await test.getRow('signOns', { firmId: firm.id });
  expect(passwordAdmin).toBe(next.id);
});

it('locks nobody out for good while the provider is gone', async () => {
  const { firm, admin, attorney, link, signIn, walk, save } = await office();
  await link(admin);
  await signIn();
  await save({ isRequired: true });
  provider().lies = {
    answer: { '/.well-known/openid-configuration': (response) => response.destroy() },
  };
  expect(failureIn(await walk())).toBe('unreachable');
  expect(await logon(attorney)).toAnswer(401);
  expect(await logon(admin)).toAnswer(200);
  // The named admin has gone as well: the operator lets another one in.
  const next = await test.anAdmin({ firm, password });
  await test.updateRows('firms', { id: firm.id }, { adminId: null });
  await test.updateRows('users', { id: admin.id }, { status: userStatus.inactive });
  expect(await logon(next)).toAnswer(401);
  await allowPassword(test.db, { email: next.email, now: test.clock.now() });
  const { token } = (await logon(next)).json<{ token: string }>();
  const body = { signOn: null };
  expect(await test.call('PUT /firm-settings', { token, body })).toAnswer(200);
  expect(await logon(attorney)).toAnswer(200);
});
