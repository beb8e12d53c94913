import type { Firm } from '@recoup/contract/firms/endpoints';
import { newId } from '@recoup/contract/core/ids';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { system: '' };
const square = { create: { width: 40, height: 40, channels: 3, background: '#246' } } as const;
const logo = `data:image/jpeg;base64,${(await sharp(square).jpeg().toBuffer()).toString('base64')}`;

beforeAll(async () => {
  ctx.system = await test.signInAs({ firm: null });
});

let serial = 0;
const newFirm = () => {
  serial += 1;
  const domains = [`repeated${serial}.co.za`, '', `repeated${serial}.africa`];
  return { _id: newId(), name: 'Repeated Attorneys', domains };
};
const create = async (body: object) => test.call('POST /firms', { token: ctx.system, body });
const read = async (id: string) => test.call(`GET /firms/${id}`, { token: ctx.system });
const auditOf = async (id: string) => test.listRows('auditLog', { subjectId: id }, ['action']);
const typesOf = async (firmId: string) => test.listRows('disbursementTypes', { firmId }, ['title']);

it('adds a firm under the id of the client', async () => {
  const { _id, name, domains } = newFirm();
  const reply = await create({ _id: _id.toUpperCase(), name, domains });
  expect(reply).toAnswer(201);
  expect(reply.json<{ data: Firm }>().data).toEqual({
    _id,
    name,
    domains: [domains[0], domains[2]],
    logo: null,
    admin: null,
    version: 1,
  });
  expect((await read(_id)).json()).toEqual(reply.json());
});

it.each([
  ['without a logo', {}],
  ['with a logo', { logo }],
])('answers the same firm %s as the first time, and adds it once', async (_, more) => {
  const firm = { ...newFirm(), ...more };
  const first = await create(firm);
  const again = await create({ ...firm, name: ` ${firm.name} ` });
  expect([again.statusCode, again.body]).toEqual([201, first.body]);
  expect(await auditOf(firm._id)).toEqual([{ action: 'firm.created' }]);
  expect(await typesOf(firm._id)).toEqual([{ title: 'Call' }]);
});

it('adds one of several that come at once under one id', async () => {
  const firm = newFirm();
  const replies = await Promise.all([1, 2, 3, 4].map(async () => create(firm)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect(await auditOf(firm._id)).toHaveLength(1);
  expect(await typesOf(firm._id)).toHaveLength(1);
});

it.each([
  ['another name', { name: 'Other Attorneys' }],
  ['another domain', { domains: ['other-firm.co.za'] }],
  ['a logo', { logo }],
])('rejects %s under the same id, and changes nothing', async (_, other) => {
  const firm = newFirm();
  await create(firm);
  const before = (await read(firm._id)).body;
  const reply = await create({ ...firm, ...other });
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { code: 'conflict', message: 'A firm with this id exists already.' },
  ]);
  expect((await read(firm._id)).body).toBe(before);
});

it('rejects the domain of another firm under a new id', async () => {
  const { name, domains } = newFirm();
  await create({ name, domains });
  const _id = newId();
  expect(await create({ _id, name, domains })).toAnswer(409, {
    fields: { 'domains.0': expect.any(String) },
  });
  expect(await read(_id)).toAnswer(404);
});

it.each(['', 'x', 7, null, {}])('rejects %j as an id', async (_id) => {
  expect(await create({ ...newFirm(), _id })).toAnswer(400, {
    code: 'invalid_input',
    fields: { _id: 'Not a valid id.' },
  });
});
