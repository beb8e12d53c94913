import { userStatus } from '@recoup/contract/core/access';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { leaves, type ScimUser, useDirectories } from '../../../test/directory.ts';
import { failureIn, useSignOn } from '../../../test/sign-on-firm.ts';

const { test, provider, aFirmWith } = useSignOn();
const others: FastifyInstance[] = [];
beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) others.push(await test.anotherProcess());
});
afterAll(async () => void (await Promise.all(others.map(async (each) => each.close()))));

const { makeKey, directoryFor, aDirectory } = useDirectories(test);
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

it('adds an attorney as Entra does, with a name from the email', async () => {
  const { firm, scim } = await aDirectory();
  const userName = `Nomsa.Dube@${firm.domain}`;
  const found = await scim('GET', `?filter=userName%20eq%20%22${userName}%22`);
  expect(found.json()).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
  const made = await scim('POST', '', {
    schemas: [userSchema],
    externalId: 'object-7',
    userName,
    active: true,
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    title: 'Left out',
  });
  expect([made.statusCode, made.headers['content-type']]).toEqual([
    201,
    'application/scim+json; charset=utf-8',
  ]);
  const { id } = made.json<ScimUser>();
  expect(made.json()).toMatchObject({
    userName: userName.toLowerCase(),
    displayName: 'Nomsa Dube',
    externalId: 'object-7',
    active: true,
    meta: { resourceType: 'User', location: `http://recoup.test/scim/v2/Users/${id}` },
  });
  const row = await test.getRow('users', { id });
  expect(row).toMatchObject({ role: 0, cell: '', passwordHash: null, firmId: firm.id });
  const byId = await scim('GET', '?filter=externalId+eq+%22object-7%22');
  expect(byId.json()).toMatchObject({ totalResults: 1, Resources: [{ id }] });
  expect((await scim('GET', `/${id}`)).json()).toEqual(made.json());
  expect(await test.listAudit(id)).toMatchObject([
    { action: 'user.created', actorKind: 'key' },
    { action: 'user.updated', actorKind: 'key', details: { externalId: [null, 'object-7'] } },
  ]);
});

it('lists attorneys and firm admins in pages, and nobody else', async () => {
  const { firm, admin, attorney, scim } = await aDirectory();
  await test.aUser({ firm, role: 2, endsOn: '2030-01-01' });
  await test.aUser();
  const all = (await scim('GET')).json<{ Resources: ScimUser[] }>();
  expect(all.Resources.map(({ id }) => id).toSorted()).toEqual([admin.id, attorney.id].toSorted());
  expect((await scim('GET', '?startIndex=2&count=1')).json()).toMatchObject({
    totalResults: 2,
    startIndex: 2,
    itemsPerPage: 1,
  });
  expect((await scim('GET', '?count=0')).json()).toMatchObject({ totalResults: 2, Resources: [] });
});

it.each([
  ['Entra', { op: 'Replace', path: 'active', value: 'False' }],
  ['Entra with a boolean', { op: 'replace', path: 'active', value: false }],
  ['a path with its schema', { op: 'replace', path: `${userSchema}:active`, value: false }],
  ['Okta', { op: 'replace', value: { active: false } }],
  ['fields by their schema', { op: 'replace', value: { [userSchema]: { active: false } } }],
  ['the schema as a path', { op: 'replace', path: userSchema, value: { active: false } }],
  ['Entra without a path', { op: 'Replace', value: { Active: 'False' } }],
])('ends sessions and keys in four processes when %s says inactive', async (_, operation) => {
  const { firm, admin, patch, scim } = await aDirectory();
  const leaving = await test.anAdmin({ firm });
  await test.updateRows('firms', { id: firm.id }, { adminId: leaving.id });
  const [token, key] = [await test.signIn(leaving), await makeKey(leaving, ['read'])];
  await test.updateRows('firms', { id: firm.id }, { adminId: null });
  const processes = [test.app, ...others];
  const statuses = async () =>
    Promise.all(
      processes.flatMap((app) =>
        [token, key].map(async (bearer) => {
          const headers = { authorization: `Bearer ${bearer}` };
          return (await app.inject({ url: '/core/api/firms', headers })).statusCode;
        }),
      ),
    );
  expect(new Set(await statuses())).toEqual(new Set([200]));
  const began = Date.now();
  const ended = await patch(leaving.id, operation);
  expect([ended.statusCode, ended.json<ScimUser>().active]).toEqual([200, false]);
  expect(new Set(await statuses())).toEqual(new Set([401]));
  expect(Date.now() - began).toBeLessThan(1_000);
  expect(await test.listRows('sessions', { userId: leaving.id }, ['id'])).toEqual([]);
  // The key of the directory was made by another admin; that of who left goes on as well.
  const own = await makeKey(admin);
  await test.updateRows('users', { id: admin.id }, { status: userStatus.inactive });
  expect((await scim('GET', '', undefined, own)).statusCode).toBe(200);
});

it('keeps the scope provision alone when the maker of a key leaves', async () => {
  const { firm, admin, scim } = await aDirectory();
  const both = await makeKey(admin, ['read', 'provision']);
  const other = await test.anAdmin({ firm });
  const working = async () => {
    const token = await test.signIn(other);
    const keys = await test.data<{ isWorking: boolean }[]>('GET /api-keys', { token });
    return keys.map(({ isWorking }) => isWorking);
  };
  expect(await working()).toEqual([true, true]);
  const read = async () => (await test.call('GET /firms', { token: both })).statusCode;
  expect(await read()).toBe(200);
  await test.updateRows('users', { id: admin.id }, { status: userStatus.inactive });
  expect(await read()).toBe(403);
  // The one of provisioning alone goes on as a whole.
  expect(new Set(await working())).toEqual(new Set([false, true]));
  expect((await scim('GET', '', undefined, both)).statusCode).toBe(200);
});

it('makes inactive by DELETE, and active again by POST or PATCH', async () => {
  const { attorney, patch, scim } = await aDirectory();
  const status = async () => (await test.getRow('users', { id: attorney.id })).status;
  const deleted = await scim('DELETE', `/${attorney.id}`);
  expect([deleted.statusCode, deleted.body, await status()]).toEqual([204, '', 1]);
  const again = await scim('POST', '', { userName: attorney.email.toUpperCase() });
  expect([again.statusCode, again.json<ScimUser>().id, await status()]).toEqual([
    200,
    attorney.id,
    2,
  ]);
  await patch(attorney.id, leaves);
  expect(await status()).toBe(1);
  await patch(attorney.id, { op: 'add', value: { active: 'True' } });
  expect(await status()).toBe(2);
});

it('changes name, email and externalId, and refuses an email outside of the firm', async () => {
  const { firm, attorney, patch, scim } = await aDirectory();
  const changed = await patch(
    attorney.id,
    { op: 'replace', path: 'name.formatted', value: 'Thandi Zulu' },
    { op: 'add', path: 'externalId', value: 'object-1' },
    { op: 'replace', path: 'phoneNumbers[type eq "work"].value', value: '011' },
  );
  expect(changed.json()).toMatchObject({ displayName: 'Thandi Zulu', externalId: 'object-1' });
  const put = await scim('PUT', `/${attorney.id}`, {
    userName: `thandi@${firm.domain}`,
    name: { givenName: 'Thandi', familyName: 'Mokoena' },
  });
  expect(put.json()).toMatchObject({
    userName: `thandi@${firm.domain}`,
    displayName: 'Thandi Mokoena',
    externalId: 'object-1',
  });
  expect((await patch(attorney.id, { op: 'remove', path: 'active' })).statusCode).toBe(400);
  const removed = await patch(attorney.id, { op: 'remove', path: 'externalId' });
  expect(removed.json()).not.toHaveProperty('externalId');
  const lines = await test.listRows('auditLog', { subjectId: attorney.id }, ['details']);
  const changes = lines.map(({ details }) => details);
  expect(changes).toContainEqual({ externalId: [null, 'object-1'] });
  expect(changes).toContainEqual({ externalId: ['object-1', null] });
  const outside = await patch(attorney.id, {
    op: 'replace',
    path: 'userName',
    value: 'thandi@elsewhere.co.za',
  });
  expect([outside.statusCode, outside.json()]).toMatchObject([
    400,
    { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '400' },
  ]);
});

it('refuses to end the last firm admin, and the one whose password still works', async () => {
  const { admin, patch, scim } = await aDirectory();
  const last = await patch(admin.id, leaves);
  expect([last.statusCode, last.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringContaining('last firm admin'),
  ]);
  expect((await scim('DELETE', `/${admin.id}`)).statusCode).toBe(409);
  const other = await directoryFor(await aFirmWith());
  await test.anAdmin({ firm: other.firm });
  await test.updateRows('firms', { id: other.firm.id }, { adminId: null });
  const refused = await other.patch(other.admin.id, leaves);
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringContaining('while the provider fails'),
  ]);
});

it('keeps one of the last two firm admins, whom two processes end at once', async () => {
  const { firm, admin, key, scim } = await aDirectory();
  await test.updateRows('firms', { id: firm.id }, { adminId: null });
  const second = await test.anAdmin({ firm });
  const end = async (app: FastifyInstance | undefined, { id }: { id: string }) =>
    (app ?? test.app).inject({
      method: 'PATCH',
      url: `/scim/v2/Users/${id}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
      payload: JSON.stringify({ Operations: [leaves] }),
    });
  for (let round = 0; round < 5; round += 1) {
    const replies = await Promise.all([end(others[0], admin), end(others[1], second)]);
    expect(sortedStatuses(replies)).toEqual([200, 409]);
    const [ended] = replies.flatMap(({ statusCode }, at) => (statusCode === 200 ? [at] : []));
    const back = ended === 0 ? admin : second;
    await test.updateRows('users', { id: back.id }, { status: userStatus.active });
  }
  const email = (await test.getRow('users', { id: second.id })).email;
  const both = await Promise.all([
    scim('POST', '', { userName: email, active: false }),
    end(others[2], admin),
  ]);
  expect(sortedStatuses(both)).toEqual([200, 409]);
});

function sortedStatuses(replies: readonly { statusCode: number }[]): number[] {
  return replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
}

it('replaces the account of a person whom the directory names anew', async () => {
  const directory = await directoryFor(await aFirmWith());
  const { firm, scim, signIn, walk } = directory;
  const userName = `again@${firm.domain}`;
  const made = await scim('POST', '', { userName, externalId: 'subject-1' });
  const { id } = made.json<ScimUser>();
  const token = await signIn();
  provider().person = { sub: 'subject-2' };
  expect(failureIn(await walk())).toBe('unknown');
  // A change of another field leaves the account alone.
  await scim('PUT', `/${id}`, { userName, displayName: 'Nomsa Dube', externalId: 'subject-1' });
  expect(await test.call('GET /me', { token })).toAnswer(200);
  await scim('POST', '', { userName, externalId: 'subject-2' });
  expect(await test.call('GET /me', { token })).toAnswer(401);
  expect(await test.call('GET /me', { token: await signIn() })).toAnswer({ _id: id });
  provider().person = { sub: 'subject-1' };
  expect(failureIn(await walk())).toBe('unknown');
  const lines = await test.listAudit(id);
  expect(lines).toContainEqual(
    expect.objectContaining({ action: 'user.identity-removed', actorKind: 'key' }),
  );
});

it('removes the account of a person whose externalId the directory takes away', async () => {
  const directory = await directoryFor(await aFirmWith());
  const { firm, scim, patch, signIn, walk } = directory;
  const userName = `apart@${firm.domain}`;
  const made = await scim('POST', '', { userName, externalId: 'subject-1' });
  const { id } = made.json<ScimUser>();
  const token = await signIn();
  await patch(id, { op: 'remove', path: 'externalId' });
  expect(await test.call('GET /me', { token })).toAnswer(401);
  await patch(id, { op: 'add', path: 'externalId', value: 'subject-2' });
  expect(failureIn(await walk())).toBe('unknown');
});

it('links an account no more by its externalId once the firm admin has removed it', async () => {
  const directory = await directoryFor(await aFirmWith());
  const { firm, admin, scim, signIn, walk } = directory;
  const person = { userName: `once@${firm.domain}`, externalId: 'subject-1' };
  const { id } = (await scim('POST', '', person)).json<ScimUser>();
  await signIn();
  const removal = { token: await test.signIn(admin) };
  expect(await test.call(`DELETE /users/${id}/identities`, removal)).toAnswer(200);
  expect(failureIn(await walk())).toBe('unknown');
  expect((await scim('GET', `/${id}`)).json()).not.toHaveProperty('externalId');
  await scim('PUT', `/${id}`, { ...person, externalId: 'subject-2' });
  provider().person = { sub: 'subject-2' };
  expect(await test.call('GET /me', { token: await signIn() })).toAnswer({ _id: id });
});

it('leaves an account alone that the person linked, whatever the directory calls it', async () => {
  const directory = await directoryFor(await aFirmWith());
  const { attorney, link, signIn, scim } = directory;
  await link(attorney);
  for (const externalId of ['nickname', 'another']) {
    await scim('PUT', `/${attorney.id}`, { userName: attorney.email, externalId });
    expect(await test.call('GET /me', { token: await signIn() })).toAnswer(200);
  }
});

it('links the account with the externalId at its first sign-in', async () => {
  const directory = await directoryFor(await aFirmWith());
  const { firm, scim, signIn } = directory;
  await scim('POST', '', { userName: `new@${firm.domain}`, externalId: 'subject-1' });
  const token = await signIn();
  expect(await test.call('GET /me', { token })).toAnswer({
    email: `new@${firm.domain}`,
    pwdResetRequired: false,
  });
});

it('knows and changes nobody of another firm', async () => {
  const [directory, other] = [await aDirectory(), await aDirectory()];
  const absent = await directory.scim('GET', `/${directory.firm.id}`);
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { userName: other.attorney.email }],
    ['PATCH', { Operations: [leaves] }],
    ['DELETE', undefined],
  ] as const) {
    const reply = await directory.scim(method, `/${other.attorney.id}`, body);
    expect([reply.statusCode, reply.body]).toEqual([404, absent.body]);
  }
  const made = await directory.scim('POST', '', { userName: other.attorney.email });
  expect(made.statusCode).toBe(400);
  expect(made.body).not.toContain(other.attorney.id);
  const id = 'not-an-id';
  expect((await directory.scim('GET', `/${id}`)).statusCode).toBe(404);
  expect((await test.getRow('users', { id: other.attorney.id })).status).toBe(2);
});

it('refuses what is no key with the scope provision', async () => {
  const { admin, scim } = await aDirectory();
  const status = async (token: string) => (await scim('GET', '', undefined, token)).statusCode;
  expect(await status(await test.signIn(admin))).toBe(403);
  expect(await status(await makeKey(admin, ['read', 'capture', 'import', 'export']))).toBe(403);
  expect(await status(`rk_${'x'.repeat(43)}`)).toBe(401);
  expect((await test.app.inject({ url: '/scim/v2/Users' })).statusCode).toBe(401);
  const key = await makeKey(admin);
  expect(await test.call('GET /users', { token: key })).toAnswer(403);
});

it('gives blocked people to no directory', async () => {
  const { attorney, patch } = await aDirectory();
  await test.updateRows('users', { id: attorney.id }, { status: userStatus.blocked });
  expect(
    (await patch(attorney.id, { op: 'replace', path: 'active', value: true })).statusCode,
  ).toBe(409);
  expect((await patch(attorney.id, leaves)).statusCode).toBe(200);
  expect((await test.getRow('users', { id: attorney.id })).status).toBe(userStatus.blocked);
});

it('refuses an externalId of another person', async () => {
  const { firm, attorney, scim } = await aDirectory();
  await scim('PUT', `/${attorney.id}`, { userName: attorney.email, externalId: 'object-1' });
  const userName = `second@${firm.domain}`;
  const reply = await scim('POST', '', { userName, externalId: 'object-1' });
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { scimType: 'uniqueness' }]);
  expect(await test.listRows('users', { email: userName }, ['id'])).toEqual([]);
});
