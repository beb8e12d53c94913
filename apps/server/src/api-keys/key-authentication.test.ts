import { role, userStatus } from '@recoup/contract/core/access';
import { beforeEach, expect, it } from 'vitest';
import { keyRequests } from '../../test/api-keys.ts';
import { useApp } from '../../test/app.ts';
import { seconds } from '../platform/core/clock.ts';

const test = useApp();
const { make, list, ask } = keyRequests(test);
const ctx = { firm: { id: '', domain: '' }, admin: '', token: '' };

beforeEach(async () => {
  test.clock.set(new Date('2026-03-18T08:00:00Z'));
  ctx.firm = await test.aFirm();
  const firm = ctx.firm;
  const admin = await test.anAdmin({ firm, name: 'Lerato Nkosi' });
  ctx.admin = admin.id;
  ctx.token = await test.signIn(admin);
});

/** What the list tells of the only key. */
const whyNot = async (): Promise<string | null | undefined> => {
  const firm = ctx.firm;
  const [key] = await list(await test.signInAs({ firm, role: role.auditor, endsOn: '2027-01-01' }));
  expect(key?.isWorking).toBe(key?.whyNot === null);
  return key?.whyNot;
};
const changeAdmin = async (values: object) => test.updateRows('users', { id: ctx.admin }, values);
const changeFirm = async (values: object) => test.updateRows('firms', { id: ctx.firm.id }, values);
const notAdmin = 'Lerato Nkosi is not an active admin of the firm.';

it('works as a session does, without its end', async () => {
  const { key } = await make(ctx.token);
  const matter = await test.aMatter(ctx.firm, { description: 'Estate Botha' });
  await test.aMatter(await test.aFirm(), { description: 'Of another firm' });
  test.clock.advance(seconds(86_400 * 365));
  const reply = await test.call('GET /matters', { token: key });
  expect(reply.json<{ data: object[] }>().data).toMatchObject([{ _id: matter.id }]);
  expect(reply.headers['session-seconds-left']).toBeUndefined();
});

it.each([
  ['a letter more', (key: string) => `${key}a`],
  ['another letter', (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
  ['no prefix', (key: string) => key.slice(3)],
  ['other letters of the prefix', (key: string) => key.replace('rk_', 'RK_')],
  ['nothing', () => ''],
])('refuses a key with %s', async (_, change) => {
  const { key } = await make(ctx.token);
  expect(await ask(change(key))).toBe('unauthenticated');
});

it('takes a session’s token that begins like a key for a session', async () => {
  const { hashToken } = await import('../account/session/sessions.service.ts');
  const token = `rk_${'s'.repeat(40)}`;
  await test.signIn({ id: ctx.admin });
  await test.db
    .updateTable('sessions')
    .set({ tokenHash: hashToken(token) })
    .where('userId', '=', ctx.admin)
    .where('tokenHash', '!=', hashToken(ctx.token))
    .execute();
  expect(await ask(token)).toBe(200);
});

it('ends at its expiry', async () => {
  const { key } = await make(ctx.token, { expiresAt: '2026-03-18' });
  test.clock.set(new Date('2026-03-18T21:59:59.999Z'));
  expect([await ask(key), await whyNot()]).toEqual([200, null]);
  test.clock.set(new Date('2026-03-18T22:00:00Z'));
  expect([await ask(key), await whyNot()]).toEqual(['unauthenticated', 'It has expired.']);
});

it('is told that it ended, and not to sign in again', async () => {
  const { _id, key } = await make(ctx.token);
  await test.call(`DELETE /api-keys/${_id}`, { token: ctx.token });
  const refused = await test.call('GET /matters', { token: key });
  expect([refused.statusCode, refused.json()]).toEqual([
    401,
    { code: 'unauthenticated', message: 'This API key does not work, or not any more.' },
  ]);
});

it.each([
  ['is blocked', { status: userStatus.blocked }],
  ['is inactive', { status: userStatus.inactive }],
  ['is an attorney', { role: role.attorney }],
  ['is an auditor', { role: role.auditor, endsOn: '2027-01-01' }],
  ['has an email at another domain', { email: 'lerato@elsewhere.co.za' }],
])('does not work while its admin %s', async (_, values) => {
  const { key } = await make(ctx.token);
  await changeAdmin(values);
  expect([await ask(key), await whyNot()]).toEqual(['unauthenticated', notAdmin]);
  const before = { status: 2, role: 1, endsOn: null, email: `lerato@${ctx.firm.domain}` };
  await changeAdmin(before);
  expect([await ask(key), await whyNot()]).toEqual([200, null]);
});

it('does not work when the firm has another admin', async () => {
  const { key } = await make(ctx.token);
  const other = await test.anAdmin({ firm: ctx.firm });
  await changeFirm({ adminId: other.id });
  await changeAdmin({ invitedAt: new Date('2026-01-01') });
  expect([await ask(key), await whyNot()]).toEqual(['unauthenticated', notAdmin]);
});

it('owes what its admin owes: a new password, and a second factor', async () => {
  const { key } = await make(ctx.token);
  await changeAdmin({ passwordResetRequired: true });
  expect([await ask(key), await whyNot()]).toEqual([
    'password_change_required',
    'Lerato Nkosi has to choose a password first.',
  ]);
  await changeAdmin({ passwordResetRequired: false });
  await changeFirm({ factorPolicy: 'admins', factorFrom: '2026-03-19' });
  expect([await ask(key), await whyNot()]).toEqual([200, null]);
  await changeFirm({ factorFrom: '2026-03-18' });
  expect([await ask(key), await whyNot()]).toEqual([
    'second_factor_enrolment_required',
    'Lerato Nkosi has to add a second factor first.',
  ]);
});

it('says which scope a call needs, and that some calls have none', async () => {
  const { key } = await make(ctx.token, { scopes: ['capture', 'export'] });
  const messageOf = async (what: string) => {
    const reply = await test.call(what, { token: key, ...(what[0] !== 'G' && { body: {} }) });
    return [reply.statusCode, reply.json<{ message: string }>().message];
  };
  const needs = 'This API key was not made for this. It needs the scope';
  expect(await messageOf('GET /matters')).toEqual([403, `${needs} read.`]);
  expect(await messageOf('GET /imports')).toEqual([403, `${needs} read or import.`]);
  for (const what of ['POST /api-keys', 'GET /sessions', 'GET /me', 'PUT /firm-settings'])
    expect([what, ...(await messageOf(what))]).toEqual([what, 403, 'An API key cannot do this.']);
});

it('notes the last use, at most once a minute', async () => {
  const { key } = await make(ctx.token);
  const used = async () => {
    const [first] = await test.listRows('apiKeys', { userId: ctx.admin }, ['lastUsedAt']);
    return first?.lastUsedAt?.toISOString();
  };
  await ask(key);
  expect(await used()).toBe('2026-03-18T08:00:00.000Z');
  test.clock.advance(seconds(60));
  await ask(key);
  expect(await used()).toBe('2026-03-18T08:00:00.000Z');
  test.clock.advance(seconds(1));
  await ask(key);
  expect(await used()).toBe('2026-03-18T08:01:01.000Z');
});

it('needs no XSRF cookie, and none of another site is enough', async () => {
  const { key } = await make(ctx.token, { scopes: ['capture'] });
  const send = async (headers: Record<string, string>) =>
    (await test.call('POST /entries', { token: key, body: {}, headers })).json<{ code: string }>()
      .code;
  expect(await send({})).toBe('invalid_input');
  expect(await send({ cookie: 'XSRF-TOKEN=a' })).toBe('xsrf_mismatch');
  expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe('xsrf_mismatch');
});
