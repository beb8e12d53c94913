import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import {
  leaves,
  scimFilter,
  type ScimMethod,
  type ScimUser,
  useDirectories,
} from '../../../test/directory.ts';

const test = useApp();
const { aDirectory } = useDirectories(test);

it.each<[string, ScimMethod, string, object | undefined]>([
  ['another filter', 'GET', '?filter=emails%20co%20%22a%22', undefined],
  ['a filter that does not end', 'GET', `?filter=userName%20eq%20%22${'a'.repeat(50)}`, undefined],
  ['no userName', 'POST', '', { active: true }],
  ['a userName that is no email', 'POST', '', { userName: 'nomsa' }],
  ['an active of another kind', 'POST', '', { userName: 'a@b.co.za', active: 'maybe' }],
  ['a list', 'POST', '', []],
  ['a filter that goes on', 'GET', scimFilter('userName eq "a" or userName pr'), undefined],
  ['a filter with a quote of SQL', 'GET', scimFilter("userName eq ' or 1=1 --"), undefined],
  ['a filter with NUL', 'GET', scimFilter('userName eq "a\0b"'), undefined],
  ['two filters', 'GET', `${scimFilter('userName eq "a"')}&filter=b`, undefined],
  ['a filter of 700 characters', 'GET', scimFilter(`userName eq "${'a'.repeat(700)}"`), undefined],
  ['an externalId of a list', 'POST', '', { userName: 'a@b.co.za', externalId: ['a'] }],
  ['an externalId with NUL', 'POST', '', { userName: 'a@b.co.za', externalId: 'a\0' }],
])('answers %s with a sentence', async (_, method, path, body) => {
  const { scim } = await aDirectory();
  const reply = await scim(method, path, body);
  expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([
    400,
    expect.stringMatching(/\w+ \w+/),
  ]);
});

it.each([
  `userName eq "' or 1=1 --"`,
  'userName eq "%"',
  'externalId eq "\\" or active eq \\"true"',
  `externalId eq "${'e'.repeat(255)}"`,
])('finds nobody by the filter %j', async (text) => {
  const { scim } = await aDirectory();
  const reply = await scim('GET', scimFilter(text));
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { totalResults: 0 }]);
});

it.each<[string, object]>([
  ['a list as the value', { op: 'replace', value: [{ active: false }] }],
  ['a text as the value', { op: 'replace', value: 'active' }],
  ['no value', { op: 'replace' }],
  ['another operation', { op: 'delete', path: 'active' }],
  ['a number', { op: 'replace', path: 'active', value: 0 }],
  ['an object', { op: 'replace', path: 'active', value: { value: false } }],
  ['nothing', { op: 'replace', path: 'active', value: null }],
  ['nothing without a path', { op: 'replace', value: { active: null } }],
])('refuses a change by %s, and changes nothing', async (_, operation) => {
  const { attorney, patch } = await aDirectory();
  expect((await patch(attorney.id, operation)).statusCode).toBe(400);
  expect((await test.getRow('users', { id: attorney.id })).status).toBe(userStatus.active);
});

it('changes no other field of a person by odd paths', async () => {
  const { firm, attorney, patch, scim } = await aDirectory();
  const columns = ['id', 'firmId', 'role', 'cell', 'passwordHash', 'version'] as const;
  const row = async () => test.listRows('users', { id: attorney.id }, columns);
  const before = await row();
  const odd = ['__proto__', 'constructor', 'role', 'firmId', 'id', 'roles[0].value', 'a.b.c', ''];
  const operations = odd.map((path) => ({ op: 'Add', path, value: { role: 1, active: false } }));
  expect((await patch(attorney.id, ...operations)).statusCode).toBe(200);
  await scim('PUT', `/${attorney.id}`, {
    id: firm.id,
    roles: ['1'],
    groups: [{ value: 'admins' }],
  });
  expect(await row()).toEqual(before);
  const many = Array.from({ length: 101 }, () => leaves);
  expect((await patch(attorney.id, ...many)).statusCode).toBe(400);
});

it('reads the names of fields without their case', async () => {
  const { attorney, scim } = await aDirectory();
  const body = { USERNAME: attorney.email, Active: 'false' };
  const put = await scim('PUT', `/${attorney.id}`, body);
  expect([put.statusCode, put.json<ScimUser>().active]).toEqual([200, false]);
});

it('ends a person who leaves, whatever else the directory sends', async () => {
  const { firm, attorney, patch, scim } = await aDirectory();
  const other = await test.aUser({ firm });
  await scim('PUT', `/${other.id}`, { userName: other.email, externalId: 'of the other' });
  const userName = attorney.email;
  const bodies: Record<string, unknown>[] = [
    { userName: 'left@elsewhere.example' },
    { userName: 'left' },
    { userName: other.email },
    { userName, externalId: '' },
    { userName, externalId: 'of the other' },
    { userName, name: 'a text' },
    { userName, displayName: 5 },
  ];
  const person = async () => test.getRow('users', { id: attorney.id });
  for (const body of bodies) {
    const ends = [
      async () => scim('PUT', `/${attorney.id}`, { ...body, active: false }),
      async () => patch(attorney.id, ...operationsFrom(body), leaves),
      async () => patch(attorney.id, leaves, ...operationsFrom(body)),
    ];
    for (const end of ends) {
      await test.updateRows('users', { id: attorney.id }, { status: userStatus.active });
      expect([body, (await end()).statusCode]).toEqual([body, 200]);
      expect(await person()).toMatchObject({ status: userStatus.inactive, email: userName });
    }
    const refused = await scim('PUT', `/${attorney.id}`, { ...body, active: true });
    expect([body, refused.statusCode]).toEqual([body, expect.toSatisfy((code) => code >= 400)]);
  }
});

function operationsFrom(body: Record<string, unknown>): object[] {
  return Object.entries(body).map(([path, value]) => ({ op: 'Replace', path, value }));
}
