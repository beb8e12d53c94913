import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { beforeEach, expect, it } from 'vitest';
import { keyRequests } from '../../test/api-keys.ts';
import { useApp } from '../../test/app.ts';
import { password } from '../../test/passwords.ts';
import { minutes } from '../platform/core/clock.ts';

// The clock stands at 18 March 2026, 10:00 in South Africa.
const test = useApp();
const { create, make, list, ask } = keyRequests(test);
const token = { admin: '', auditor: '', otherAdmin: '', firmId: '' };
const admin = { id: '', name: 'Lerato Nkosi' };

beforeEach(async () => {
  const firm = await test.aFirm();
  token.firmId = firm.id;
  const user = await test.anAdmin({ ...admin, firm, password });
  admin.id = user.id;
  token.admin = await test.signIn(user);
  token.auditor = await test.signInAs({ firm, role: role.auditor, endsOn: '2027-01-01' });
  token.otherAdmin = await test.signInAdmin();
});

it('answers a key once, and keeps its hash alone', async () => {
  const name = 'NIGHTLY IMPORT';
  const { _id, key } = await make(token.admin, { name, scopes: ['read', 'import'] });
  expect(key).toMatch(/^rk_[\w-]{43}$/);
  expect(await list(token.admin)).toEqual([
    {
      _id,
      name,
      scopes: ['read', 'import'],
      createdBy: { _id: admin.id, name: admin.name },
      createdAt: '2026-03-18T08:00:00.000Z',
      expiresAt: null,
      lastUsedAt: null,
      isWorking: true,
      whyNot: null,
    },
  ]);
  const rows = await test.listRows('apiKeys', { id: _id });
  const stored = JSON.stringify([rows, rows[0]?.tokenHash.toString('latin1')]);
  expect(stored.includes(key.slice(3))).toBe(false);
});

it('lists the keys of the firm by name, to auditors too', async () => {
  for (const name of ['beta', 'Alpha', 'Gamma']) await make(token.admin, { name });
  for (const as of [token.admin, token.auditor])
    expect((await list(as)).map(({ name }) => name)).toEqual(['Alpha', 'beta', 'Gamma']);
  expect(await list(token.otherAdmin)).toEqual([]);
});

it('deletes a key, which ends at once', async () => {
  const { _id, key } = await make(token.admin);
  expect(await ask(key)).toBe(200);
  const remove = async (as: string, id = _id) => test.call(`DELETE /api-keys/${id}`, { token: as });
  const missing = await remove(token.admin, newId());
  const foreign = await remove(token.otherAdmin);
  expect(missing).toAnswer({ code: 'not_found', message: 'There is no such API key.' });
  expect(foreign).toAnswer(404, { code: 'not_found' });
  expect(await ask(key)).toBe(200);
  expect(await remove(token.admin)).toAnswer(200);
  expect(await ask(key)).toBe('unauthenticated');
  expect(await remove(token.admin)).toAnswer(404);
});

it.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ name: 'two\nlines' }, 'name'],
  [{ name: undefined }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: 'read' }, 'scopes'],
  [{ scopes: ['write'] }, 'scopes.0'],
  [{ scopes: ['read', 'read'] }, 'scopes'],
  [{ expiresAt: 'tomorrow' }, 'expiresAt'],
  [{ expiresAt: '2026-02-30' }, 'expiresAt'],
  [{ expiresAt: '2026-03-17' }, 'expiresAt'],
  [{ expiresAt: '2026-03-18T10:00:00+02:00' }, 'expiresAt'],
  [{ expiresAt: '2031-03-19' }, 'expiresAt'],
  [{ expiresAt: '9999-12-31' }, 'expiresAt'],
  [{ key: 'rk_own' }, 'key'],
])('refuses a key with %j', async (wrong, field) => {
  expect(await create(token.admin, wrong)).toAnswer(400, {
    code: 'invalid_input',
    fields: { [field]: expect.any(String) },
  });
});

it.each([
  ['2026-03-18', '2026-03-18T22:00:00.000Z'],
  ['2031-03-18', '2031-03-18T22:00:00.000Z'],
  ['2026-03-18T10:00:01+02:00', '2026-03-18T08:00:01.000Z'],
  [null, null],
])('keeps the expiry %s', async (expiresAt, saved) => {
  await make(token.admin, { expiresAt });
  expect((await list(token.admin))[0]).toMatchObject({ expiresAt: saved, isWorking: true });
});

it('refuses a name that another key of the firm has, in any letters', async () => {
  await make(token.admin, { name: 'Nightly import' });
  const reply = await create(token.admin, { name: ' NIGHTLY IMPORT ' });
  const fields = { name: 'The firm has an API key of that name already.' };
  expect(reply).toAnswer(409, { code: 'conflict', fields });
  const both = await Promise.all([
    create(token.admin, { name: 'Both' }),
    create(token.admin, { name: 'both' }),
  ]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(await create(token.otherAdmin, { name: 'Nightly import' })).toAnswer(201);
});

it('keeps as many keys as the bound says', async () => {
  const { _id } = await make(token.admin);
  await test.insertRows(
    'apiKeys',
    Array.from({ length: 49 }, (_, at) => ({
      firmId: token.firmId,
      id: newId(),
      userId: admin.id,
      name: `More ${at}`,
      scopes: ['read'],
      tokenHash: Buffer.from(newId().replaceAll('-', '').repeat(2), 'hex'),
      createdAt: test.clock.now(),
    })),
  );
  expect(await create(token.admin)).toAnswer(409, {
    message: 'A firm may have at most 50 API keys. Delete one first.',
  });
  await test.call(`DELETE /api-keys/${_id}`, { token: token.admin });
  expect(await create(token.admin)).toAnswer(201);
});

it('asks for the password ten minutes after the sign-in, to make but not to delete', async () => {
  const { _id } = await make(token.admin);
  test.clock.advance(minutes(11));
  expect(await create(token.admin)).toAnswer({ code: 'reauthentication_required' });
  expect(await create(token.admin, { password: 'not-the-password' })).toAnswer({
    fields: { password: 'Incorrect password.' },
  });
  expect(await test.call(`DELETE /api-keys/${_id}`, { token: token.admin })).toAnswer(200);
  expect(await create(token.admin, { password })).toAnswer(201);
});

it('tells the admin by mail that a key was made', async () => {
  await make(token.admin);
  const mails = await test.listRows('mails', { firmId: token.firmId }, ['subject']);
  expect(mails).toEqual([{ subject: 'A new API key of your Recoup account' }]);
});
