import { expect, it } from 'vitest';
import { countLockWaits } from '../../test/lock-waits.ts';
import {
  failureIn,
  invited,
  signOnPassword as password,
  ticketIn,
  useSignOn,
} from '../../test/sign-on-firm.ts';
import { hours, minutes } from '../platform/core/clock.ts';

const { test, provider, aFirmWith: office, logon } = useSignOn();

const me = async (token: string) => (await test.call('GET /me', { token })).json<object>();

it('tells by the domain alone where people sign in', async () => {
  const { firm } = await office();
  const found = await test.call(`GET /sign-on?email=nobody@${firm.domain.toUpperCase()}`);
  expect(found).toAnswer({
    data: {
      url: `http://recoup.test/core/api/sign-on/start?domain=${firm.domain}`,
      provider: new URL(provider().issuer).host,
    },
  });
  expect(await test.call('GET /sign-on?email=a@elsewhere.co.za')).toAnswer({ data: null });
  expect(await test.call('GET /sign-on?email=nobody')).toAnswer(400);
});

it('asks the provider with PKCE, state and nonce, and gives it the secret at the end', async () => {
  const { start, link, attorney, signIn } = await office();
  const { address, browser } = await start();
  const asked = Object.fromEntries(new URL(address).searchParams);
  expect(asked).toMatchObject({
    response_type: 'code',
    client_id: 'recoup',
    redirect_uri: 'http://recoup.test/core/api/sign-on/callback',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(asked[name]).toMatch(/[\w-]{43}$/);
  expect(browser.cookie).toMatch(/^recoup-sign-on=[\w-]{43}$/);
  await link(attorney);
  await signIn();
  expect(provider().forms.at(-1)?.get('grant_type')).toBe('authorization_code');
});

it('links an account on the page Security, tells its owner, and signs in with it', async () => {
  const { attorney, link, signIn } = await office();
  expect(await link(attorney)).toBe('/#sign-on=linked');
  const token = await signIn();
  expect(await me(token)).toMatchObject({ _id: attorney.id });
  const list = await test.call('GET /identities', { token });
  expect(list).toAnswer({
    count: 1,
    data: [{ issuer: provider().issuer, lastUsedAt: test.clock.now().toISOString() }],
    opensByPassword: true,
  });
  const actions = await test.listRows('auditLog', { subjectId: attorney.id }, ['action']);
  expect(actions.map(({ action }) => action)).toEqual(['user.identity-linked', 'user.signed-in']);
  const [mail] = await test.listRows('mails', { toAddress: attorney.email }, ['subject']);
  expect(mail?.subject).toBe('An account was linked with your Recoup account');
});

it('links one account with one person', async () => {
  const { attorney, admin, link } = await office();
  await link(attorney);
  expect(failureIn(await link(admin))).toBe('taken');
  const token = await test.signIn(attorney);
  expect(await test.call('POST /identities', { token, body: {} })).toAnswer(409);
});

it('asks for the password before an older session links an account', async () => {
  const { attorney, follow } = await office();
  const token = await test.signIn(attorney);
  test.clock.advance(minutes(11));
  const code = 'reauthentication_required';
  expect(await test.call('POST /identities', { token, body: {} })).toAnswer(403, { code });
  const returnTo = '/home/security';
  expect(await follow('POST /identities', token, { password, returnTo })).toBe(
    '/home/security#sign-on=linked',
  );
});

it('links nothing once the session has ended', async () => {
  const { attorney, open } = await office();
  const token = await test.signIn(attorney);
  const begun = await test.call('POST /identities', { token, body: {} });
  const { url } = begun.json<{ data: { url: string } }>().data;
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  await test.call('POST /logout', { token });
  expect(failureIn(await open(provider().approve(url).href, { cookie }))).toBe('expired');
});

it('removes an account and ends the other sessions, but not the only way in', async () => {
  const { firm, attorney, link, signIn, walk } = await office();
  await link(attorney);
  const [token, other] = [await signIn(), await test.signIn(attorney)];
  const { id } = await test.getRow('identities', { userId: attorney.id });
  await test.insertRows('identities', {
    id: attorney.id,
    firmId: firm.id,
    userId: attorney.id,
    issuer: 'https://earlier.example',
    subject: 'earlier',
    createdAt: test.clock.now(),
  });
  await test.updateRows('users', { id: attorney.id }, { passwordHash: null });
  expect(await test.call(`DELETE /identities/${id}`, { token })).toAnswer(409);
  await test.updateRows('users', { id: attorney.id }, { passwordHash: 'of a password' });
  const require = async (isRequired: boolean) =>
    test.updateRows('signOns', { firmId: firm.id }, { isRequired });
  await require(true);
  expect(await test.call(`DELETE /identities/${id}`, { token })).toAnswer(409);
  await require(false);
  expect(await test.call(`DELETE /identities/${id}`, { token })).toAnswer(200);
  expect(await test.call('GET /me', { token: other })).toAnswer(401);
  expect(await test.call('GET /me', { token })).toAnswer(200);
  expect(failureIn(await walk())).toBe('unknown');
});

it('opens no session for an account that is removed meanwhile', async () => {
  const { attorney, link, walk } = await office();
  await link(attorney);
  const other = await test.db.startTransaction().execute();
  await other.deleteFrom('identities').where('userId', '=', attorney.id).execute();
  const walking = walk();
  await expect.poll(() => countLockWaits(test.db)).toBeGreaterThan(0);
  await other.commit().execute();
  expect(failureIn(await walking)).toBe('unknown');
});

it('links by the id of the firm’s directory', async () => {
  const { firm, attorney, signIn } = await office();
  await test.insertRows('signOnPeople', {
    firmId: firm.id,
    userId: attorney.id,
    externalId: 'subject-1',
  });
  expect(await me(await signIn())).toMatchObject({ _id: attorney.id });
});

it('ends the initial password at the first sign-in, and asks for no other one', async () => {
  const { firm, signIn } = await office({ linksByEmail: true });
  const person = await test.aUser({ firm, password, pwdResetRequired: true });
  provider().person = { sub: 'new', email: person.email, email_verified: true };
  expect(await me(await signIn())).toMatchObject({ _id: person.id, pwdResetRequired: false });
  expect(await logon(person)).toAnswer(401);
});

it('signs in twice at once with an account that is not linked yet', async () => {
  const { firm, start, open, logon: take } = await office({ linksByEmail: true });
  const person = await test.aUser({ firm });
  provider().person = { sub: 'new', email: person.email, email_verified: true };
  const begun = await Promise.all(Array.from({ length: 8 }, async () => start()));
  const backs = begun.map(({ address }) => provider().approve(address).href);
  const ended = await Promise.all(backs.map(async (back, at) => open(back, begun[at]?.browser)));
  for (const location of ended) expect(await take(location)).toAnswer(200);
  expect(await test.listRows('identities', { userId: person.id }, ['subject'])).toEqual([
    { subject: 'new' },
  ]);
  expect(await test.listAudit(person.id)).toMatchObject([{ action: 'user.identity-linked' }]);
});

it('asks for the second factor of Recoup, or leaves it to the provider', async () => {
  const { firm, attorney, link, walk, signIn, logon: take } = await office();
  await link(attorney);
  await test.updateRows(
    'firms',
    { id: firm.id },
    { factorPolicy: 'all', factorFrom: '2026-01-01' },
  );
  const matters = async (token: string) => test.call('GET /matters', { token });
  const owing = { code: 'second_factor_enrolment_required' };
  expect(await matters(await signIn())).toAnswer(403, owing);
  const setFactorBy = async (factorBy: string) =>
    test.updateRows('signOns', { firmId: firm.id }, { factorBy });
  await setFactorBy('provider');
  expect(await matters(await signIn())).toAnswer(200);
  expect(await matters(await test.signIn(attorney))).toAnswer(403, owing);
  await setFactorBy('recoup');
  await test.insertRows('secondFactors', {
    id: attorney.id,
    userId: attorney.id,
    kind: 'totp',
    name: 'App',
    createdAt: test.clock.now(),
    confirmedAt: test.clock.now(),
    sealedSecret: Buffer.alloc(40),
    lastStep: 1,
  });
  expect(await take(await walk())).toAnswer(401, {
    code: 'second_factor_required',
    methods: ['totp'],
  });
  await test.deleteRows('secondFactors', { userId: attorney.id });
});

it('confirms an older session at the provider', async () => {
  const { attorney, link, signIn, follow } = await office();
  await link(attorney);
  const token = await signIn();
  await test.updateRows('users', { id: attorney.id }, { passwordHash: null });
  test.clock.advance(minutes(11));
  const factor = async () => test.call('POST /second-factors', { token, body: { kind: 'totp' } });
  expect(await factor()).toAnswer(403, { code: 'reauthentication_required' });
  const confirm = async () => follow('POST /sign-on-confirmations', token);
  const now = Math.floor(test.clock.now().getTime() / 1000);
  for (const auth_time of [undefined, now - 600, now - 62, now + 120, 1e308, 'now', [now]]) {
    provider().lies = { claims: { auth_time } };
    expect(failureIn(await confirm())).toMatch(/not_fresh|invalid/);
  }
  provider().lies = {};
  provider().person = { sub: 'another' };
  expect(failureIn(await confirm())).toBe('wrong_account');
  provider().person = { sub: 'subject-1' };
  expect(await factor()).toAnswer(403);
  expect(await confirm()).toBe('/#sign-on=confirmed');
  expect(await factor()).toAnswer(201);
});

it('asks the provider to let the person sign in again for a confirmation', async () => {
  const { attorney, link } = await office();
  await link(attorney);
  const token = await test.signIn(attorney);
  const { url } = await test.data<{ url: string }>('POST /sign-on-confirmations', {
    token,
    body: {},
  });
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    prompt: 'login',
    max_age: '0',
  });
});

it('shows in a test what the provider says, and why it fails', async () => {
  const { admin, attorney, follow } = await office();
  const token = await test.signIn(admin);
  const run = async () => {
    const location = await follow('POST /sign-on-tests', token, { returnTo: '/x' });
    return /^\/x#sign-on-test=([\w-]{36})$/.exec(location)?.[1] ?? '';
  };
  const id = await run();
  const result = await test.data<{ claims: object[] }>(`GET /sign-on-tests/${id}`, { token });
  expect(result).toMatchObject({ isGood: true });
  expect(result.claims).toContainEqual({ name: 'sub', value: 'subject-1' });
  provider().lies = { claims: { note: 'a\0b' } };
  const odd = await test.data<{ claims: object[] }>(`GET /sign-on-tests/${await run()}`, { token });
  expect(odd.claims).toContainEqual({ name: 'note', value: 'ab' });
  provider().lies = { claims: { note: `${'x'.repeat(299)}😀` } };
  const cut = await test.data<{ claims: object[] }>(`GET /sign-on-tests/${await run()}`, { token });
  expect(cut.claims).toContainEqual({ name: 'note', value: `${'x'.repeat(299)}\uFFFD` });
  provider().lies = { claims: { aud: 'another' } };
  expect(await test.call(`GET /sign-on-tests/${await run()}`, { token })).toAnswer({
    data: { isGood: false, message: /could not be trusted/, claims: [] },
  });
  const others = { token: await test.signIn(attorney) };
  expect(await test.call(`GET /sign-on-tests/${id}`, others)).toAnswer(403);
  expect(await test.listRows('identities', { firmId: admin.firmId ?? '' }, ['id'])).toEqual([]);
});

it('returns no ticket to a page of its own choosing', async () => {
  const { attorney, link, walk } = await office();
  await link(attorney);
  expect(ticketIn(await walk())).toMatch(/^[\w-]{36}\.[\w-]{43}$/);
});

it('invites with a link that links the account of the one who signs in', async () => {
  const { firm, admin, walk, signIn } = await office();
  const email = `invited@${firm.domain}`;
  const person = { role: 0, firm: firm.id, name: 'Invited Person', email, cell: '0825550111' };
  const token = await test.signIn(admin);
  const body = { ...person, status: 2, password: 'paper-lion-station-18', invitation: true };
  const made = await test.data<{ _id: string }>('POST /register', { token, body });
  const [mail] = await test.listRows('mails', { toAddress: email }, ['body']);
  expect(mail?.body).toContain(`choose "Continue with ${new URL(provider().issuer).host}"`);
  const link = /http:\/\/recoup\.test\/logon\?email=\S+#invitation=([\w-]{43})/;
  const secret = link.exec(mail?.body ?? '')?.[1] ?? '';
  expect(failureIn(await walk())).toBe('unknown');
  expect(failureIn(await walk('', invited('x'.repeat(43))))).toBe('unknown');
  provider().person = { sub: 'subject-1', email: `other@${firm.domain}`, email_verified: true };
  expect(failureIn(await walk('', invited(secret)))).toBe('unknown');
  provider().person = { sub: 'subject-1', email, email_verified: true };
  // No address has the secret: proxies log it.
  expect(failureIn(await walk(`&invitation=${secret}`))).toBe('unknown');
  const bookmarked = { 'sec-fetch-site': 'none' };
  expect(failureIn(await walk('', { ...invited(secret), ...bookmarked }))).toBe('unknown');
  expect(await me(await signIn('', invited(secret)))).toMatchObject({
    _id: made._id,
    pwdResetRequired: false,
  });
  provider().person = { sub: 'another' };
  expect(failureIn(await walk('', invited(secret)))).toBe('unknown');
});

it('links nobody by an invitation to an earlier email, or after fourteen days', async () => {
  const { firm, admin, walk } = await office();
  const invite = async (email: string) => {
    const token = await test.signIn(admin);
    const person = { role: 0, firm: firm.id, name: 'Invited Person', email, cell: '0825550111' };
    const body = { ...person, status: 2, password: 'paper-lion-station-18', invitation: true };
    const { _id } = await test.data<{ _id: string }>('POST /register', { token, body });
    const [mail] = await test.listRows('mails', { toAddress: email }, ['body']);
    return { _id, secret: /#invitation=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '' };
  };
  const moved = await invite(`moved@${firm.domain}`);
  const token = await test.signIn(admin);
  const change = { email: `corrected@${firm.domain}` };
  await test.call(`PUT /users/${moved._id}`, { token, body: change });
  expect(failureIn(await walk('', invited(moved.secret)))).toBe('unknown');
  const late = await invite(`late@${firm.domain}`);
  test.clock.advance(hours(14 * 24));
  expect(failureIn(await walk('', invited(late.secret)))).toBe('unknown');
});

it('takes the secret of an invitation out of the browser that began', async () => {
  const { firm } = await office();
  const url = `/core/api/sign-on/start?domain=${firm.domain}`;
  const reply = await test.app.inject({ url, headers: invited('x'.repeat(43)) });
  const removal = /^recoup-invitation=; .*Expires=Thu, 01 Jan 1970/;
  expect(reply.headers['set-cookie']).toContainEqual(expect.stringMatching(removal));
});
