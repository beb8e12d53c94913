import { newId } from '@recoup/contract/core/ids';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

type List = { data: { _id: string; title: string; active: boolean }[]; count: number };
type One = { data: { _id: string; title: string; version: number } };

const test = useApp();
const ctx = { firm: '', otherFirm: '', admin: '', call: '', copies: '' };
const someId = newId();

beforeAll(async () => {
  const firm = await test.aFirm();
  const other = await test.aFirm();
  ctx.admin = await test.signInAdmin({ firm });
  Object.assign(ctx, { firm: firm.id, otherFirm: other.id });
});

beforeEach(async () => {
  await test.deleteRows('disbursementTypes');
  const [firm, other] = [{ id: ctx.firm }, { id: ctx.otherFirm }];
  ctx.call = (
    await test.aDisbursementType(firm, { title: 'Call', fixed: false, calculated: true })
  ).id;
  ctx.copies = (await test.aDisbursementType(firm, { title: 'Photocopies 100%_' })).id;
  await test.aDisbursementType(firm, { title: 'sheriff’s fee', active: false });
  await test.aDisbursementType(other, { title: 'Call' });
});

const list = async (query = '', token = ctx.admin) =>
  (await test.call(`GET /disbursements${query}`, { token })).json<List>();
const create = (body: object, token = ctx.admin) =>
  test.call('POST /disbursements', { token, body });
const update = (id: string, body: object, token = ctx.admin) =>
  test.call(`PUT /disbursements/${id}`, { token, body });

it('lists the own firm’s types by title, paged and unpaged', async () => {
  const all = await list(`?firmId=${ctx.firm}`);
  expect(all.data.map(({ title }) => title)).toEqual([
    'Call',
    'Photocopies 100%_',
    'sheriff’s fee',
  ]);
  expect(all.count).toBe(3);
  expect(await list('?page=2&itemsPerPage=2')).toMatchObject({
    data: [{ title: 'sheriff’s fee' }],
    count: 3,
  });
  expect(await list('?active=false')).toMatchObject({
    data: [{ title: 'sheriff’s fee', active: false }],
    count: 1,
  });
  expect((await list('?active=true')).count).toBe(2);
});

it.each([
  ['in any case', 'PHOTO', 1],
  ['within the title', 'fee', 1],
  ['a percent sign as it stands', '%', 1],
  ['an underscore as it stands', '_', 1],
  ['what nobody has', 'xyzzy', 0],
])('searches %s', async (_, search, count) => {
  expect((await list(`?search=${encodeURIComponent(search)}`)).count).toBe(count);
});

it('creates a type once, with the defaults of the specification and an audit entry', async () => {
  const reply = await create({ title: '  Postage ', firm: ctx.firm });
  expect(reply).toAnswer(201, {
    data: {
      title: 'Postage',
      fixed: true,
      calculated: false,
      active: true,
      firm: ctx.firm,
      version: 1,
    },
  });
  expect(await create({ title: 'POSTAGE' })).toAnswer(409, {
    code: 'conflict',
    fields: { title: expect.any(String) },
  });
  const records = await test.listRows('auditLog', { action: 'disbursement-type.created' }, [
    'subjectId',
  ]);
  expect(records.filter(({ subjectId }) => subjectId === reply.json<One>().data._id)).toHaveLength(
    1,
  );
});

it('creates one of two equal types at once', async () => {
  const replies = await Promise.all([
    create({ title: 'Twin' }),
    create({ title: 'twin' }),
    create({ title: 'TWIN' }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    201, 409, 409,
  ]);
});

it('updates the sent fields, keeps the others, and allows another firm’s title', async () => {
  const reply = await update(ctx.copies, {
    _id: ctx.copies,
    title: 'Copies',
    calculated: true,
    active: false,
  });
  expect(reply).toAnswer({
    data: { title: 'Copies', fixed: true, calculated: true, active: false, version: 2 },
  });
  expect(await update(ctx.copies, { title: 'copies' })).toAnswer({
    data: { title: 'copies', active: false, version: 3 },
  });
  expect(await update(ctx.copies, { title: 'cALL' })).toAnswer(409);
  const [record] = await test.listRows('auditLog', { subjectId: ctx.copies }, ['details']);
  expect(record?.details).toEqual({
    title: ['Photocopies 100%_', 'Copies'],
    calculated: [false, true],
    active: [true, false],
  });
});

it('rejects the second change of one version', async () => {
  expect(await update(ctx.copies, { title: 'First', version: 1 })).toAnswer(200);
  expect(await update(ctx.copies, { title: 'Second', version: 1 })).toAnswer(409, {
    code: 'changed_meanwhile',
  });
  expect((await list('?search=first')).count).toBe(1);
});

it.each([
  ['renamed', { title: 'Telephone' }],
  ['retired', { title: 'Call', active: false }],
  ['made a fixed one', { title: 'Call', fixed: true }],
])('does not let the type Call be %s', async (_, body) => {
  expect(await update(ctx.call, body)).toAnswer(400, {
    fields: { title: 'Every firm has the type Call; it cannot be edited.' },
  });
});

it('accepts an unchanged Call', async () => {
  expect(await update(ctx.call, { title: 'Call', fixed: false })).toAnswer({
    data: { title: 'Call', version: 1 },
  });
});

it.each([
  ['title', {}, 'Name is required'],
  ['title', { title: '   ' }, 'Name is required'],
  ['title', { title: 'x'.repeat(101) }, 'Must not be more than 100 characters long.'],
  ['title', { title: 7 }, 'Must be text.'],
  ['fixed', { title: 'A', fixed: 'yes' }, 'Must be true or false.'],
  ['firm', { title: 'A', firm: 'x' }, 'Not a valid id.'],
  ['_id', { title: 'A', _id: 'x' }, 'Not a valid id.'],
])('rejects a bad %s of %j', async (field, body, message) => {
  expect(await create(body)).toAnswer(400, { fields: { [field]: message } });
});

it('rejects bad queries, bad ids, and another id in the body than in the address', async () => {
  for (const query of ['active=1', 'page=0', 'itemsPerPage=101', 'firmId=x', 'sort=title'])
    expect((await test.call(`GET /disbursements?${query}`, { token: ctx.admin })).statusCode).toBe(
      400,
    );
  expect(await test.call('GET /disbursements/x', { token: ctx.admin })).toAnswer(400);
  expect(await update(ctx.copies, { _id: someId, title: 'A' })).toAnswer({
    fields: { _id: expect.any(String) },
  });
});

it.each(['wantsNarration', 'needsVoucher', 'isFree'])(
  'keeps %s of a type until it is changed',
  async (mark) => {
    const token = await test.signInAdmin();
    const body = { title: 'Travel', [mark]: true };
    const added = await test.call('POST /disbursements', { token, body });
    expect(added).toAnswer({ data: { [mark]: true, version: 1 } });
    const { _id } = added.json<{ data: { _id: string } }>().data;
    const change = async (more: object) =>
      test.data<object>(`PUT /disbursements/${_id}`, { token, body: { title: 'Travel', ...more } });
    expect(await change({})).toMatchObject({ [mark]: true, version: 1 });
    expect(await change({ [mark]: false })).toMatchObject({ [mark]: false, version: 2 });
    const audit = await test.listRows(
      'auditLog',
      { subjectId: _id, action: 'disbursement-type.updated' },
      ['details'],
    );
    expect(audit).toEqual([{ details: { [mark]: [true, false] } }]);
  },
);

it('sets none of them for a new type', async () => {
  const token = await test.signInAdmin();
  const added = await test.call('POST /disbursements', { token, body: { title: 'Travel' } });
  expect(added).toAnswer({ data: { wantsNarration: false, needsVoucher: false, isFree: false } });
});
