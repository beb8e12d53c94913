import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import type { Supplier } from '@recoup/contract/suppliers/endpoints';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const token = { admin: '', auditor: '', other: '' };

beforeEach(async () => {
  const firm = await test.aFirm();
  token.admin = await test.signInAdmin({ firm });
  token.auditor = await test.signInAs({ firm, role: role.auditor, endsOn: '2027-01-01' });
  token.other = await test.signInAdmin();
});

const list = async (as = token.admin) => test.data<Supplier[]>('GET /suppliers', { token: as });
const add = (body: object, as = token.admin) => test.call('POST /suppliers', { token: as, body });
const added = async (body: object): Promise<Supplier> => {
  const reply = await add(body);
  expect(reply).toAnswer(201);
  return reply.json<{ data: Supplier }>().data;
};
const change = (id: string, body: object, as = token.admin) =>
  test.call(`PUT /suppliers/${id}`, { token: as, body });

it('adds suppliers and lists them by name, to the auditor too', async () => {
  const sheriff = await added({
    name: 'Sheriff Pretoria',
    vatNumber: '4 123 456 789',
    code: 'SHE001',
  });
  expect(sheriff).toEqual({
    _id: expect.any(String),
    name: 'Sheriff Pretoria',
    vatNumber: '4123456789',
    code: 'SHE001',
    isActive: true,
  });
  const lexis = await added({ name: 'Élan Searches', vatNumber: '', code: '' });
  expect(lexis).toMatchObject({ vatNumber: null, code: null });
  for (const as of [token.admin, token.auditor]) expect(await list(as)).toEqual([lexis, sheriff]);
  expect(await list(token.other)).toEqual([]);
  expect(await test.listAudit(sheriff._id)).toMatchObject([
    { action: 'supplier.created', details: { name: 'Sheriff Pretoria', code: 'SHE001' } },
  ]);
});

it('changes what a request names, and audits it', async () => {
  const supplier = await added({ name: 'Sheriff Pretoria', code: 'SHE001' });
  const renamed = { ...supplier, name: 'Sheriff Pretoria Central', code: null };
  const body = { name: renamed.name, code: null };
  expect((await change(supplier._id, body)).json()).toEqual({ data: renamed });
  const off = { ...renamed, isActive: false };
  expect((await change(supplier._id, { isActive: false })).json()).toEqual({ data: off });
  expect(await change(supplier._id, { isActive: false })).toAnswer(200);
  expect(await list()).toEqual([off]);
  const audit = await test.listAudit(supplier._id);
  expect(audit.map(({ details }) => details).slice(1)).toEqual([
    {
      supplier: renamed.name,
      name: ['Sheriff Pretoria', renamed.name],
      code: ['SHE001', null],
    },
    { supplier: renamed.name, isActive: [true, false] },
  ]);
});

it('refuses a name that another supplier has, folded', async () => {
  const [first, second] = [await added({ name: 'Rätz & O’Neill' }), await added({ name: 'B' })];
  const fields = { name: 'The firm has a supplier of that name already.' };
  for (const reply of [
    await add({ name: "RATZ & O'NEILL" }),
    await change(second._id, { name: "ratz & o'neill" }),
  ])
    expect(reply).toAnswer(409, { code: 'conflict', fields });
  expect(await change(first._id, { name: 'RÄTZ & O’Neill' })).toAnswer(200);
  expect(await add({ name: 'Rätz & O’Neill' }, token.other)).toAnswer(201);
  const both = await Promise.all([add({ name: 'Both' }), add({ name: 'both' })]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

it('refuses suppliers of other firms as missing ones', async () => {
  const { _id } = await added({ name: 'Sheriff Pretoria' });
  for (const [id, as] of [
    [_id, token.other],
    [newId(), token.admin],
  ] as const)
    expect(await change(id, { name: 'Taken' }, as)).toAnswer(404, {
      message: 'There is no such supplier.',
    });
});

it.each([
  [{ name: '' }, 'name'],
  [{ name: undefined }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ vatNumber: '5123456789' }, 'vatNumber'],
  [{ vatNumber: 4123456789 }, 'vatNumber'],
  [{ code: 'x'.repeat(41) }, 'code'],
  [{ code: 'two\nlines' }, 'code'],
  [{ isActive: 'yes' }, 'isActive'],
  [{ more: 1 }, 'more'],
])('refuses a supplier with %j', async (wrong, field) => {
  expect(await add({ name: 'Sheriff', ...wrong })).toAnswer(400, {
    fields: { [field]: expect.any(String) },
  });
});
