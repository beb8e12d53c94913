import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { preparedBy } from '../../test/prepared.ts';
import { aPostingFirm, ownLayout } from '../../test/posting-firm.ts';
import { builtInLayouts } from '@recoup/contract/posting/rules';

const test = useApp();
const other = { admin: '' };
const of = preparedBy(beforeEach, async () => aPostingFirm(test));

beforeAll(async () => {
  const stranger = await test.aFirm();
  other.admin = await test.signInAdmin({ firm: stranger });
});

const commaAmount = { field: 'gross', decimalMark: ',' };

it('lists the built-in layouts before the own ones', async () => {
  const { _id } = await of().addLayout();
  const list = await of().layouts();
  expect(list.map((layout) => layout._id)).toEqual([...builtInLayouts, _id]);
  expect(list.at(-1)).toMatchObject({
    name: ownLayout.name,
    isBuiltIn: false,
    needs: [],
    header: true,
    encoding: 'utf-8',
    version: 1,
  });
  expect(list.map(({ needs }) => needs.join(' ')).slice(0, 6)).toEqual([
    'accounts',
    'accounts',
    'accounts contraAccount',
    'accounts contraAccount',
    'accounts contraAccount',
    'firmId clientIds invoiceNumber',
  ]);
  const others = await test.call('GET /posting-layouts', { token: other.admin });
  expect(others.json<{ count: number }>().count).toBe(6);
});

it('offers built-in layouts to be copied, but those with columns of their own', async () => {
  const list = await of().layouts();
  const copied = list.filter(({ columns }) =>
    columns.every(({ field, constant }) => field !== undefined || constant !== undefined),
  );
  expect(copied.map(({ _id }) => _id)).toEqual(
    builtInLayouts.filter((id) => id !== 'legalsuite' && id !== 'ledes98bi'),
  );
  expect(list.find(({ _id }) => _id === 'sage-pastel')?.columns).toContainEqual(
    expect.objectContaining({ title: 'GDC', constant: 'G' }),
  );
});

it('changes and deletes an own layout, and no built-in one', async () => {
  const { _id } = await of().addLayout();
  const changed = { ...ownLayout, name: 'Renamed', version: 1 };
  expect(await of().put(_id, changed)).toAnswer({ data: { name: 'Renamed', version: 2 } });
  expect(await of().put(_id, changed)).toAnswer({ code: 'changed_meanwhile' });
  expect(await of().put('xero-journal', ownLayout)).toAnswer(400);
  await of().save(_id, { accounts: { [of().call]: '4000' } });
  const deleted = await test.call(`DELETE /posting-layouts/${_id}`, { token: of().token.admin });
  expect([deleted.statusCode, deleted.json()]).toEqual([200, {}]);
  expect((await of().layouts()).length).toBe(6);
  expect(await test.listRows('postingLayoutSettings')).toEqual([]);
});

it('refuses a second layout of a name, and more than fifty', async () => {
  const { _id } = await of().addLayout();
  const again = await of().ask('POST /posting-layouts', {
    ...ownLayout,
    name: ownLayout.name.toUpperCase(),
  });
  expect(again).toAnswer(409, { fields: { name: /./ } });
  for (const name of ['Xero manual journals', 'xero-journal', 'LEGALSUITE'])
    expect((await of().ask('POST /posting-layouts', { ...ownLayout, name })).statusCode).toBe(409);
  const second = await of().addLayout({ ...ownLayout, name: 'Second' });
  expect(await of().put(second._id, ownLayout)).toAnswer(409);
  expect(await of().put(_id, ownLayout)).toAnswer(200);
  const more = Array.from({ length: 50 }, (_, index) =>
    of().ask('POST /posting-layouts', { ...ownLayout, name: `More ${index}` }),
  );
  const codes = (await Promise.all(more)).map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 201).length).toBe(48);
  expect(codes.filter((code) => code === 409).length).toBe(2);
});

it.each([
  [{ columns: [] }, 'columns', 'at least one'],
  [{ columns: [{ title: 'x' }] }, 'columns.0.field', 'either a field or a constant'],
  [{ columns: [{ field: 'date', constant: 'x' }] }, 'columns.0.field', 'either'],
  [{ columns: [{ field: 'password' }] }, 'columns.0.field', 'one of'],
  [{ columns: [{ field: 'date', date: 'hh:mm' }] }, 'columns.0.date', 'yyyy'],
  [{ columns: [{ field: 'date', width: 0 }] }, 'columns.0.width', 'at least 1'],
  [{ columns: [{ field: 'date', pad: '0' }] }, 'columns.0.width', 'must have a width'],
  [{ delimiter: null }, 'columns', 'width'],
  [{ delimiter: 'x' }, 'delimiter', 'one of'],
  [
    { delimiter: ',', quote: 'never', columns: [{ field: 'date' }, commaAmount] },
    'columns.1.decimalMark',
    'differ from the delimiter',
  ],
  [{ encoding: 'utf-16' }, 'encoding', 'one of'],
  [{ records: 3 }, 'records', '1 or 2'],
  [{ name: ' ' }, 'name', 'Enter a name'],
])('rejects a layout with %j', async (change, field, text) => {
  expect(await of().ask('POST /posting-layouts', { ...ownLayout, ...change })).toAnswer(400, {
    fields: { [field]: expect.stringContaining(text) },
  });
  expect((await of().layouts()).length).toBe(6);
});

it('shows the test line of a layout, and its reversal', async () => {
  const { name: _, ...form } = ownLayout;
  const reply = await test.call('POST /posting-layouts/test-line', {
    token: of().token.admin,
    body: {
      ...form,
      columns: [
        ...ownLayout.columns,
        { title: 'Short', field: 'attorney', width: 3 },
        { title: 'Kind', constant: 'Long', width: 3 },
      ],
    },
  });
  expect(reply.json()).toEqual({
    data: {
      lines: [
        'Day;Matter;Amount;Text;Short;Kind',
        '05/03/2026;BOT0017;1234,50;Call with “D;Lerato Nkosi;Long',
        '05/03/2026;BOT0017;-1234,50;Call with “D;Lerato Nkosi;Long',
      ],
      problems: [
        { column: 'Short', message: '“Lerato Nkosi” is longer than 3 characters.' },
        { column: 'Kind', message: '“Long” is longer than 3 characters.' },
      ],
    },
  });
});

it('shows that a reversal would lose its sign', async () => {
  const body = { header: false, columns: [{ title: 'Sum', field: 'gross', sign: 'none' }] };
  expect(await of().ask('POST /posting-layouts/test-line', body)).toAnswer({
    data: { problems: [{ column: 'Sum', message: 'A negative amount would lose its sign.' }] },
  });
});

const columnsOfWidth = (count: number, width: number, more: object = {}) =>
  Array.from({ length: count }, () => ({ field: 'narration', fit: 'cut', width, ...more }));
it.each([
  ['a hundred columns of the greatest width', { columns: columnsOfWidth(100, 2_000) }],
  ['two records', { records: 2, columns: columnsOfWidth(6, 2_000) }],
  [
    'filled columns beside a delimiter',
    { delimiter: ',', columns: columnsOfWidth(11, 2_000, { pad: ' ' }) },
  ],
])('refuses more characters of an entry than a file can have: %s', async (_, more) => {
  const layout = { name: 'Wide', delimiter: null, ...more };
  const body = { token: of().token.admin, body: layout };
  const reply = await test.call('POST /posting-layouts', body);
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    expect.objectContaining({
      fields: { columns: expect.stringMatching(/^The widths .* 20000 characters/) },
    }),
  ]);
});

it('takes a wide layout below the bound', async () => {
  const wide = { name: 'Wide', delimiter: null, columns: columnsOfWidth(10, 2_000) };
  const reply = await test.call('POST /posting-layouts', { token: of().token.admin, body: wide });
  expect(reply).toAnswer(201);
});
