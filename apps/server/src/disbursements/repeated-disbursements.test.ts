import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { firm: '', admin: '', otherAdmin: '', system: '' };

beforeAll(async () => {
  const [firm, other] = [await test.aFirm(), await test.aFirm()];
  const admin = async (of: { id: string; domain: string }) => test.signInAdmin({ firm: of });
  ctx.firm = firm.id;
  ctx.admin = await admin(firm);
  ctx.otherAdmin = await admin(other);
  ctx.system = await test.signInAs({ firm: null });
});

let serial = 0;
const newType = () => {
  serial += 1;
  return { _id: newId(), title: `Repeated ${serial}` };
};
const create = async (body: object, token = ctx.admin) =>
  test.call('POST /disbursements', { token, body });
const created = async (body: object, token = ctx.admin) =>
  (await create(body, token)).json<{ data: DisbursementType }>().data;
const rowsOf = async (id: string) => test.listRows('disbursementTypes', { id });
const auditOf = async (id: string) => test.listRows('auditLog', { subjectId: id }, ['details']);

it('adds a type under the id of the client', async () => {
  const { _id, title } = newType();
  const values = {
    title,
    fixed: true,
    calculated: false,
    active: true,
    wantsNarration: false,
    needsVoucher: false,
    isFree: false,
    vat: 'cost',
  };
  const reply = await create({ _id: _id.toUpperCase(), title });
  const prices = { unitPrice: null, nextUnitPrice: null };
  expect(reply).toAnswer(201, { data: { _id, ...values, firm: ctx.firm, version: 1, ...prices } });
  expect(await auditOf(_id)).toEqual([{ details: expect.objectContaining(values) }]);
});

it.each(['/disbursements', '/firms'])('reads the id of POST %s from a header', async (path) => {
  const [id, serialName] = [newId(), `Keyed ${newId().slice(-6)}`];
  const type = { title: serialName };
  const firm = { name: serialName, domains: [`${newId().slice(-8)}.co.za`] };
  const [token, body] = path === '/firms' ? [ctx.system, firm] : [ctx.admin, type];
  const add = async (key: string) =>
    test.call(`POST ${path}`, { token, body, headers: { 'idempotency-key': key } });
  const [first, again] = [await add(id), await add(id)];
  expect([first.statusCode, again.body]).toEqual([201, first.body]);
  expect(first.json<{ data: { _id: string } }>().data._id).toBe(id);
  expect(await add('no id')).toAnswer(400);
});

it('answers the same type under its id as the first time, and adds it once', async () => {
  const type = newType();
  const [first, again] = [await create(type), await create({ ...type, title: ` ${type.title} ` })];
  expect([again.statusCode, again.body]).toEqual([201, first.body]);
  expect(await auditOf(type._id)).toHaveLength(1);
});

it('treats a title in another Unicode form as the same', async () => {
  const { _id, title } = newType();
  await create({ _id, title: `${title} caf\u00E9` });
  expect(await create({ _id, title: `${title} cafe\u0301` })).toAnswer(201);
});

it('adds one of several that come at once under one id', async () => {
  const type = newType();
  const replies = await Promise.all([1, 2, 3, 4].map(async () => create(type)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect([await rowsOf(type._id), await auditOf(type._id)].map(({ length }) => length)).toEqual([
    1, 1,
  ]);
});

it.each([
  ['another title', { title: 'Something else' }],
  ['another kind', { fixed: false }],
  ['another way to price', { calculated: true }],
  ['another use', { active: false }],
])('rejects %s under the same id, and changes nothing', async (_, other) => {
  const type = newType();
  await create(type);
  const before = await rowsOf(type._id);
  const reply = await create({ ...type, ...other });
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { code: 'conflict', message: 'A disbursement type with this id exists already.' },
  ]);
  expect(await rowsOf(type._id)).toEqual(before);
});

it('rejects one of two different types that come at once under one id', async () => {
  const { _id, title } = newType();
  const replies = await Promise.all(
    ['A', 'B'].map(async (letter) => create({ _id, title: `${title} ${letter}` })),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

it('rejects the title of another type under a new id, in use or not', async () => {
  const { title } = await created({ ...newType(), active: false });
  const _id = newId();
  expect(await create({ _id, title })).toAnswer(409, { fields: { title: expect.any(String) } });
  expect(await rowsOf(_id)).toEqual([]);
});

it('rejects the same id for a type that was renamed since', async () => {
  const type = newType();
  await create(type);
  await test.call(`PUT /disbursements/${type._id}`, {
    token: ctx.admin,
    body: { title: `${type.title} renamed` },
  });
  expect(await create(type)).toAnswer(409);
});

it.each(['', 'x', 7, null, {}])('rejects %j as an id', async (_id) => {
  expect(await create({ ...newType(), _id })).toAnswer(400, {
    code: 'invalid_input',
    fields: { _id: 'Not a valid id.' },
  });
});

it('does not tell the id of another firm’s type from a new one', async () => {
  const type = newType();
  const own = await created(type);
  const reply = await create({ ...type, title: 'Theirs' }, ctx.otherAdmin);
  expect(reply).toAnswer(201);
  const theirs = await created({ ...newType(), title: 'As new' }, ctx.otherAdmin);
  const { data } = reply.json<{ data: DisbursementType }>();
  expect({ ...data, _id: theirs._id, title: theirs.title }).toEqual(theirs);
  const read = async (token: string) =>
    test.data<unknown>(`GET /disbursements/${type._id}`, { token });
  expect([await read(ctx.admin), await read(ctx.otherAdmin)]).toEqual([own, data]);
});

it('shows of two firms with one id for a type each its own, wherever a type is named', async () => {
  const id = newId();
  const titles = [`Ours ${id}`, `Theirs ${id}`];
  const [ours, theirs] = await Promise.all(
    titles.map(async (title) => {
      const firm = await test.aFirm();
      const attorney = await test.aUser({ firm });
      const token = await test.signInAdmin({ firm });
      expect(await create({ _id: id, title }, token)).toAnswer(201);
      await test.assignTypes(firm);
      const matter = await test.aMatter(firm);
      await test.anEntry({ firm, attorney, matter, type: { id } });
      return { token, title };
    }),
  );
  if (!ours || !theirs) throw new Error('two firms');
  for (const [one, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    for (const place of ['GET /entries', 'GET /users?page=1&itemsPerPage=5', 'GET /download']) {
      const { body } = await test.call(place, { token: one.token });
      expect([place, body.split(one.title).length - 1]).toEqual([place, 1]);
      expect([place, body.includes(other.title)]).toEqual([place, false]);
    }
  }
});
