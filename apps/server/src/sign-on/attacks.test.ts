import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { failureIn, ticketIn, useSignOn } from '../../test/sign-on-firm.ts';
import { hmacByPublicKey, newKey, type Provider } from '../../test/sign-on-provider.ts';
import { minutes } from '../platform/core/clock.ts';

const { test, provider, aFirmWith, aLinkedFirm: anOffice } = useSignOn();

const later = (ms: number) => Math.floor((test.clock.now().getTime() + ms) / 1000);

type Lie = Provider['lies'];

it.each<[string, () => Lie]>([
  ['the issuer of another provider', () => ({ claims: { iss: 'https://elsewhere.example' } })],
  ['another audience', () => ({ claims: { aud: 'another-client' } })],
  [
    'more than one audience, made for another client',
    () => ({ claims: { aud: ['recoup', 'another-client'], azp: 'another-client' } }),
  ],
  ['another nonce', () => ({ claims: { nonce: 'n'.repeat(43) } })],
  ['no nonce', () => ({ claims: { nonce: undefined } })],
  ['an end that is over', () => ({ claims: { exp: later(-minutes(5)) } })],
  ['no end', () => ({ claims: { exp: undefined } })],
  ['a time that has not come', () => ({ claims: { nbf: later(minutes(10)) } })],
  ['no account', () => ({ claims: { sub: undefined } })],
  ['an account that is no text', () => ({ claims: { sub: { admin: true } } })],
  ['an account with NUL', () => ({ claims: { sub: 'subject-1\0' } })],
  ['an account of 256 characters', () => ({ claims: { sub: 's'.repeat(256) } })],
  ['alg: none', () => ({ header: { alg: 'none' }, signature: () => '' })],
  ['alg: none, and the right signature', () => ({ header: { alg: 'none' } })],
  [
    'HS256 by the public key',
    () => ({
      header: { alg: 'HS256' },
      document: { id_token_signing_alg_values_supported: ['RS256', 'HS256'] },
      signature: hmacByPublicKey,
    }),
  ],
  ['a key that nobody knows', () => ({ signedBy: newKey('key-2') })],
  ['a stranger’s key under the known name', () => ({ signedBy: newKey('key-1') })],
  [
    'a key of its own in the header',
    () => {
      const signedBy = newKey('key-9');
      const jwk = signedBy.publicKey.export({ format: 'jwk' });
      return { signedBy, header: { jwk, jku: 'https://elsewhere.example/keys' } };
    },
  ],
  ['no signature', () => ({ signature: () => '' })],
  ['a header that must be understood', () => ({ header: { crit: ['exp'] } })],
  ['a text instead of a token', () => ({ tokens: { id_token: 'yes, it is me' } })],
  ['no token', () => ({ tokens: { id_token: undefined } })],
])('signs nobody in by a token with %s', async (_, lie) => {
  const office = await anOffice();
  expect(ticketIn(await office.walk())).toMatch(/^[\w-]{36}\.[\w-]{43}$/);
  provider().lies = lie();
  expect(failureIn(await office.walk())).toBe('invalid');
});

it.each<[string, Lie['back'], string]>([
  ['a changed state', { state: `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.s` }, 'expired'],
  ['no state', { state: undefined }, 'expired'],
  ['no code', { code: undefined }, 'invalid'],
  ['an invented code', { code: 'code-of-mine' }, 'expired'],
  ['the issuer of another provider', { iss: 'https://elsewhere.example' }, 'invalid'],
  ['an error', { code: undefined, error: 'access_denied' }, 'cancelled'],
  ['markup as an error', { code: undefined, error: '<b>x', error_description: '<b>' }, 'cancelled'],
])('signs nobody in by an address back with %s', async (_, back, failure) => {
  const office = await anOffice();
  provider().lies = { back };
  const location = await office.walk();
  expect(failureIn(location)).toBe(failure);
  expect(location).not.toContain('<');
});

it('takes an answer once, and in the browser that began the sign-in alone', async () => {
  const { start, open } = await anOffice();
  const { browser, address } = await start();
  const back = provider().approve(address).href;
  const stranger = { cookie: `recoup-sign-on=${'x'.repeat(43)}` };
  expect(failureIn(await open(back, { cookie: '' }))).toBe('expired');
  expect(failureIn(await open(back, stranger))).toBe('expired');
  expect(ticketIn(await open(back, browser))).toMatch(/\./);
  expect(failureIn(await open(back, browser))).toBe('expired');
});

it('takes no code of another sign-in', async () => {
  const { start, open } = await anOffice();
  const [own, others] = [await start(), await start()];
  const back = provider().approve(own.address);
  back.searchParams.set('code', provider().approve(others.address).searchParams.get('code') ?? '');
  expect(failureIn(await open(back.href, own.browser))).toBe('expired');
});

it('takes an answer for ten minutes', async () => {
  const { start, open } = await anOffice();
  const { browser, address } = await start();
  test.clock.advance(minutes(10));
  expect(failureIn(await open(provider().approve(address).href, browser))).toBe('expired');
});

it('takes a ticket once, for a minute, and of its own firm', async () => {
  const [office, other] = [await anOffice(), await anOffice()];
  const location = await office.walk();
  const moved = location.replace(office.firm.id, other.firm.id);
  const ended = { code: 'challenge_ended' };
  expect(await office.logon(moved)).toAnswer(401, ended);
  expect(await office.logon(location)).toAnswer(200);
  expect(await office.logon(location)).toAnswer(401, ended);
  const late = await office.walk();
  test.clock.advance(minutes(1));
  expect(await office.logon(late)).toAnswer(401, ended);
  const body = { ticket: `not-a-firm.${'t'.repeat(43)}` };
  expect(await test.call('POST /logon/sign-on', { body })).toAnswer(401, ended);
});

it('takes a ticket of a browser from that browser alone', async () => {
  const { start, open } = await anOffice();
  const { browser, address } = await start();
  const ticket = ticketIn(await open(provider().approve(address).href, browser));
  const take = async (headers: Record<string, string>) =>
    test.call('POST /logon/sign-on', { body: { ticket }, headers });
  const ended = { code: 'challenge_ended' };
  const origin = 'http://recoup.test';
  expect(await take({ origin })).toAnswer(401, ended);
  expect(await take({ 'sec-fetch-site': 'same-origin' })).toAnswer(401, ended);
  const others = { cookie: `recoup-sign-on=${'x'.repeat(43)}` };
  expect(await take(others)).toAnswer(401, ended);
  expect(await take({ origin, ...others })).toAnswer(401, ended);
  expect(await take({ origin, cookie: browser.cookie })).toAnswer(200);
});

it('opens one session for ten uses of a ticket at once', async () => {
  const office = await anOffice();
  const location = await office.walk();
  const replies = await Promise.all(Array.from({ length: 10 }, async () => office.logon(location)));
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

it('links no email of another firm', async () => {
  const other = await test.aUser();
  const office = await aFirmWith({ linksByEmail: true });
  provider().person = { sub: 'thief', email: other.email, email_verified: true };
  expect(failureIn(await office.walk())).toBe('unknown');
});

it('links no email of the firm outside of the domains of the provider', async () => {
  const office = await aFirmWith({ linksByEmail: true });
  await test.insertRows('firmDomains', {
    firmId: office.firm.id,
    position: 2,
    domain: `second-${office.firm.domain}`,
  });
  const person = await test.aUser({
    firm: { id: office.firm.id, domain: `second-${office.firm.domain}` },
  });
  provider().person = { sub: 'thief', email: person.email, email_verified: true };
  expect(failureIn(await office.walk())).toBe('unknown');
});

it.each([
  ['without its proof', { email_verified: undefined }],
  ['with a proof that says no', { email_verified: false }],
  ['with a text as a proof', { email_verified: 'true' }],
])('links no email %s', async (_, claims) => {
  const office = await aFirmWith({ linksByEmail: true });
  const person = { sub: 'thief', email: office.attorney.email, email_verified: true };
  provider().person = { ...person, ...claims };
  expect(failureIn(await office.walk())).toBe('unknown');
  provider().person = person;
  expect(ticketIn(await office.walk())).toMatch(/\./);
});

it('links no email where the firm does not allow it', async () => {
  const office = await aFirmWith({ linksByEmail: false });
  const { email } = office.attorney;
  provider().person = { sub: 'subject-1', email, email_verified: true };
  expect(failureIn(await office.walk())).toBe('unknown');
});

it('refuses a second account with the email of a linked person', async () => {
  const office = await aFirmWith({ linksByEmail: true });
  const { email } = office.attorney;
  provider().person = { sub: 'subject-1', email, email_verified: true };
  await office.signIn();
  provider().person = { sub: 'subject-2', email, email_verified: true };
  expect(failureIn(await office.walk())).toBe('other_account');
  provider().person = { sub: 'subject-1', email: 'renamed@elsewhere.example' };
  expect(ticketIn(await office.walk())).toMatch(/\./);
});

it('never opens a system administrator, nor another firm by the same account', async () => {
  const [office, other] = [
    await aFirmWith({ linksByEmail: true }),
    await aFirmWith({ linksByEmail: true }),
  ];
  await office.link(office.attorney);
  expect(failureIn(await other.walk())).toBe('unknown');
  const system = await test.aUser({ firm: null, email: `root@${office.firm.domain}` });
  provider().person = { sub: 'thief', email: system.email, email_verified: true };
  expect(failureIn(await office.walk())).toBe('unknown');
  const token = await test.signIn(system);
  expect(await test.call('POST /identities', { token, body: {} })).toAnswer(403);
});

it.each([
  ['/entries?page=2', '&returnTo=%2Fentries%3Fpage%3D2'],
  ['https://evil.example/', ''],
  ['//evil.example/', ''],
  ['/\\evil.example/', ''],
  ['/%2F..//evil.example', '&returnTo=%2F%252F..%2F%2Fevil.example'],
  ['javascript:alert(1)', ''],
  ['/.//evil.example', ''],
  ['/x\n//evil.example', ''],
  ['/\t/evil.example', ''],
  ['/\0/evil.example', '&returnTo=%2F%2500%2Fevil.example'],
  ['\\\\evil.example', ''],
  [' //evil.example', ''],
  ['/a/../..//evil.example', ''],
  ['/a/%2e%2e//evil.example', ''],
  ['/%5Cevil.example', '&returnTo=%2F%255Cevil.example'],
  ['/@evil.example', '&returnTo=%2F%40evil.example'],
  ['/entries#ticket=x', ''],
  ['/x\r\nSet-Cookie: a=b', ''],
])('leads to no page of others after %j', async (returnTo, rest) => {
  const { walk } = await anOffice();
  const location = await walk(`&returnTo=${encodeURIComponent(returnTo)}`);
  expect(location.replace(/ticket=[\w.-]+/, 'ticket=')).toBe(`/logon#ticket=${rest}`);
});

it('signs nobody in once the firm has lost its domain', async () => {
  const office = await anOffice();
  const [address, location] = [await office.start(), await office.walk()];
  const domain = `new-${office.firm.domain}`;
  await test.updateRows('firmDomains', { firmId: office.firm.id }, { domain });
  const back = provider().approve(address.address).href;
  expect(failureIn(await office.open(back, address.browser))).toBe('off');
  expect(await office.logon(location)).toAnswer(401, { code: 'challenge_ended' });
  expect(failureIn(await office.walk())).toBe('off');
  expect(await test.call(`GET /sign-on?email=a@${office.firm.domain}`)).toAnswer({ data: null });
});

it('refuses people whose domain another firm has taken over', async () => {
  const [office, other] = [await anOffice(), await aFirmWith()];
  const { firm } = office;
  const second = `second-${firm.domain}`;
  await test.insertRows('firmDomains', { firmId: firm.id, position: 2, domain: second });
  await office.save({ domains: [firm.domain, second] });
  const [{ browser, address }, token] = [await office.start(), await office.signIn()];
  const location = await office.walk();
  await test.deleteRows('firmDomains', { firmId: firm.id, domain: firm.domain });
  await test.insertRows('firmDomains', {
    firmId: other.firm.id,
    position: 2,
    domain: firm.domain,
  });
  expect(await test.call('GET /me', { token })).toAnswer(401);
  expect(await office.logon(location)).toAnswer(401, { code: 'challenge_ended' });
  expect(failureIn(await office.open(provider().approve(address).href, browser))).toBe('inactive');
  // Nor at the other firm, although both use the same provider.
  expect(failureIn(await office.walk())).toBe('off');
  await other.save({ domains: [firm.domain], linksByEmail: true });
  const { email } = office.attorney;
  provider().person = { sub: 'subject-1', email, email_verified: true };
  expect(failureIn(await office.walk())).toBe('unknown');
  expect(await other.save({ domains: [firm.domain, second] })).toAnswer(400, {
    fields: { 'signOn.domains.1': /not a domain/ },
  });
});

it('uses an answer once that comes ten times at once', async () => {
  const { start, open } = await anOffice();
  const { browser, address } = await start();
  const back = provider().approve(address).href;
  const all = await Promise.all(Array.from({ length: 10 }, async () => open(back, browser)));
  expect(all.filter((location) => location.startsWith('/logon#ticket='))).toHaveLength(1);
});

it('takes no answer of another person who begins to link an account', async () => {
  const { firm, attorney, open } = await aFirmWith();
  const thief = await test.aUser({ firm });
  const begin = async (person: { id: string }) => {
    const token = await test.signIn(person);
    const begun = await test.call('POST /identities', { token, body: {} });
    const { url } = begun.json<{ data: { url: string } }>().data;
    return { url, cookie: String(begun.headers['set-cookie']).split(';')[0] ?? '' };
  };
  const [theirs, own] = [await begin(thief), await begin(attorney)];
  const back = provider().approve(theirs.url).href;
  expect(failureIn(await open(back, { cookie: own.cookie }))).toBe('expired');
  expect(await test.listRows('identities', { firmId: firm.id }, ['id'])).toEqual([]);
});

it.each<[string, (back: URL) => void]>([
  ['two codes', (back) => back.searchParams.append('code', 'mine')],
  ['two names', (back) => ['a', 'b'].forEach((iss) => back.searchParams.append('iss', iss))],
  ['an answer inside of a token', (back) => back.searchParams.set('response', 'a.b.c')],
  ['a token', (back) => back.searchParams.set('id_token', 'a.b.c')],
  ['an empty name', (back) => back.searchParams.set('iss', '')],
])('refuses an address back with %s', async (_, change) => {
  const { start, open } = await anOffice();
  const { browser, address } = await start();
  const back = provider().approve(address);
  change(back);
  expect(failureIn(await open(back.href, browser))).toBe('invalid');
});

it.each([userStatus.blocked, userStatus.inactive])(
  'signs in nobody of status %i, also with a ticket from before',
  async (status) => {
    const office = await anOffice();
    const location = await office.walk();
    await test.updateRows('users', { id: office.attorney.id }, { status });
    expect(await office.logon(location)).toAnswer(401, { code: 'challenge_ended' });
    expect(failureIn(await office.walk())).toBe('inactive');
  },
);

it('ends what began with other settings', async () => {
  const office = await anOffice();
  const [first, second] = [await office.start(), await office.start()];
  const finish = async ({ address, browser }: typeof first) =>
    failureIn(await office.open(provider().approve(address).href, browser));
  await office.save({ clientId: 'another-client' });
  expect(await finish(first)).toBe('off');
  await office.save(null);
  expect(await finish(second)).toBe('off');
});

it.each([{ clientId: 'another-client' }, { issuer: 'http://127.0.0.1:9/other' }])(
  'takes no ticket of before a change to %j',
  async (change) => {
    const office = await anOffice();
    const location = await office.walk();
    await office.save(change);
    expect(await office.logon(location)).toAnswer(401, { code: 'challenge_ended' });
  },
);

it('limits what a user begins at the provider', async () => {
  const { admin } = await anOffice();
  const token = await test.signIn(admin);
  const begin = async () => test.call('POST /sign-on-tests', { token, body: {} });
  const key = `sign-on of ${admin.id}`;
  const expiresAt = new Date(test.clock.now().getTime() + minutes(15));
  expect(await begin()).toAnswer(201);
  await test.updateRows('limits', { key }, { count: 60, expiresAt });
  expect(await begin()).toAnswer(429);
  expect(await test.listRows('signOnFlows', { userId: admin.id }, ['id'])).toHaveLength(1);
});

it('limits the sign-ins that a network begins', async () => {
  const office = await anOffice();
  test.clock.advance(minutes(20));
  const unknown = '/core/api/sign-on/start?domain=unknown.example';
  for (let count = 0; count < 300; count += 1) await office.open(unknown, { cookie: '' });
  expect(failureIn(await office.walk())).toBe('busy');
});
