import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { type ListView, viewLimits } from '@recoup/contract/list-views/endpoints';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const token = { admin: '', colleague: '', otherAdmin: '' };
const list = 'entries';

beforeEach(async () => {
  const firm = await test.aFirm();
  const of = { firm, role: role.attorneyAdmin };
  token.admin = await test.signInAs(of);
  token.colleague = await test.signInAs(of);
  token.otherAdmin = await test.signInAdmin({ firm: await test.aFirm() });
});

const read = async (as = token.admin) => {
  const reply = await test.call('GET /list-views?list=entries', { token: as });
  expect(reply).toAnswer(200);
  return reply.json<{ data: ListView[]; count: number; hiddenColumns: string[] }>();
};
const send = (body: object, as = token.admin) =>
  test.call('POST /list-views', { token: as, body: { list, query: 'search=a', ...body } });
const make = async (name: string, query = 'search=a'): Promise<ListView> => {
  const reply = await send({ name, query });
  expect(reply).toAnswer(201);
  return reply.json<{ data: ListView }>().data;
};
const change = (id: string, body: object, as = token.admin) =>
  test.call(`PUT /list-views/${id}`, { token: as, body });
const remove = (id: string, as = token.admin) =>
  test.call(`DELETE /list-views/${id}`, { token: as });
const hide = (columns: unknown, as = token.admin) =>
  test.call('PUT /hidden-columns', { token: as, body: { list, columns } });

it('keeps views by name, for their user alone', async () => {
  const late = await make('Late entries', 'from=2026-01-01&hide=attorney');
  const calls = await make(' calls ');
  expect(calls.name).toBe('calls');
  expect(await read()).toEqual({ data: [calls, late], count: 2, hiddenColumns: [] });
  for (const as of [token.colleague, token.otherAdmin])
    expect(await read(as)).toEqual({ data: [], count: 0, hiddenColumns: [] });
  expect(await send({ name: 'calls' }, token.colleague)).toAnswer(201);
});

it('keeps the views and hidden columns of each list by themselves', async () => {
  const as = token.admin;
  const body = { list: 'accounts', name: 'Not paid', query: 'isPaid=false' };
  await make('Not paid');
  expect(await test.call('POST /list-views', { token: as, body })).toAnswer(201);
  const columns = { list: 'accounts', columns: ['lines'] };
  expect(await test.call('PUT /hidden-columns', { token: as, body: columns })).toAnswer(200);
  expect(await test.call('GET /list-views?list=accounts', { token: as })).toAnswer(200, {
    data: [{ name: 'Not paid', query: 'isPaid=false' }],
    count: 1,
    hiddenColumns: ['lines'],
  });
  expect(await read()).toMatchObject({ data: [{ query: 'search=a' }], hiddenColumns: [] });
});

it('renames a view and replaces what it shows, each alone', async () => {
  const view = await make('Late entries');
  const renamed = { ...view, name: 'Late' };
  expect((await change(view._id, { name: 'Late' })).json()).toEqual({ data: renamed });
  const replaced = { ...renamed, query: 'size=50' };
  expect((await change(view._id, { query: 'size=50' })).json()).toEqual({ data: replaced });
  expect((await read()).data).toEqual([replaced]);
});

it('refuses a name that another view of the user has, in any letters', async () => {
  const [view, other] = [await make('Late entries'), await make('Calls')];
  const fields = { name: 'You have a view of that name already.' };
  for (const reply of [
    await send({ name: 'LATE ENTRIES' }),
    await change(other._id, { name: 'late entries' }),
  ])
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'conflict', fields }]);
  expect(await change(view._id, { name: 'LATE entries' })).toAnswer(200);
  const names = await Promise.all([send({ name: 'Both' }), send({ name: 'Both' })]);
  expect(names.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

it('keeps as many views as the bound says', async () => {
  const first = await make('View 1');
  for (let number = 2; number <= viewLimits.views; number += 1) await make(`View ${number}`);
  expect(await send({ name: 'One more' })).toAnswer(409, {
    message: 'You may save at most 20 views of a list. Delete one first.',
  });
  expect(await remove(first._id)).toAnswer(200);
  expect(await remove(first._id)).toAnswer(404);
  expect(await send({ name: 'One more' })).toAnswer(201);
});

it('keeps the hidden columns, for their user alone', async () => {
  const reply = await hide(['attorney', 'length']);
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { data: { columns: ['attorney', 'length'] } },
  ]);
  expect(await hide(['length'])).toAnswer(200);
  expect((await read()).hiddenColumns).toEqual(['length']);
  expect((await read(token.colleague)).hiddenColumns).toEqual([]);
  expect(await hide([])).toAnswer(200);
  expect((await read()).hiddenColumns).toEqual([]);
});

it('refuses views of others as missing ones', async () => {
  const { _id } = await make('Late entries');
  for (const as of [token.colleague, token.otherAdmin])
    for (const id of [_id, newId()]) {
      const message = 'There is no such view.';
      expect(await change(id, { name: 'Taken' }, as)).toAnswer({ message });
      expect(await remove(id, as)).toAnswer(404);
    }
  expect((await read()).data).toMatchObject([{ name: 'Late entries' }]);
});

it.each([
  [{ list: 'matters' }, 'list'],
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ name: 'two\nlines' }, 'name'],
  [{ query: 'x'.repeat(4001) }, 'query'],
  [{ query: undefined }, 'query'],
  [{ more: 1 }, 'more'],
])('refuses a view with %j', async (wrong, field) => {
  expect(await send({ name: 'Late entries', ...wrong })).toAnswer(400, {
    fields: { [field]: expect.any(String) },
  });
});

it.each([
  ['attorney', 'columns'],
  [[''], 'columns.0'],
  [['x'.repeat(41)], 'columns.0'],
  [['date', 'date'], 'columns'],
  [Array.from({ length: 21 }, (_, at) => `column${at}`), 'columns'],
])('refuses the columns %j', async (columns, field) => {
  expect(await hide(columns)).toAnswer(400, { fields: { [field]: expect.any(String) } });
});
