import { userStatus } from '@recoup/contract/core/access';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { words } from '../../test/words.ts';

const test = useApp();
type List = {
  data: { _id: string; name: string; status: number; disbursementTypes: unknown[] }[];
  count: number;
};
const ctx = { admin: '', firmId: '', typeId: '' };

beforeAll(async () => {
  const firm = await test.aFirm();
  const other = await test.aFirm();
  await test.aUser({ firm, name: 'Ayesha Khan', cell: '0821112222' });
  const pieter = await test.aUser({ firm, name: 'Pieter 100%_Botha', status: userStatus.inactive });
  await test.aUser({ firm: other, name: 'Riaan of another firm' });
  const type = await test.aDisbursementType(firm, { title: 'Call' });
  await test.insertRows('userDisbursementTypes', {
    firmId: firm.id,
    userId: pieter.id,
    disbursementTypeId: type.id,
    position: 1,
  });
  await test.aUser({ firm, name: 'Zanele Dlamini', status: userStatus.blocked });
  ctx.admin = await test.signInAdmin({ firm, name: 'Lerato Nkosi' });
  Object.assign(ctx, { firmId: firm.id, typeId: type.id });
});

async function list(query: string, token = ctx.admin): Promise<List> {
  const reply = await test.call(`GET /users${query}`, { token });
  expect(reply).toAnswer(200);
  return reply.json<List>();
}

it('lists the people of the own firm alone, by name, with their types', async () => {
  const { data, count } = await list('?role=0');
  expect(data.map(({ name }) => name)).toEqual([
    'Ayesha Khan',
    'Pieter 100%_Botha',
    'Zanele Dlamini',
  ]);
  expect(data[1]?.disbursementTypes).toEqual([{ _id: ctx.typeId, title: 'Call', active: true }]);
  expect(count).toBe(3);
});

it('takes the initials of the first two words, by whole letters', async () => {
  const firm = await test.aFirm();
  const names = ['nomsa  van der Merwe', ' Sipho ', '\u{1D400}da lovelace', 'éva\u00A0straße'];
  for (const name of names) await test.aUser({ firm, name });
  const token = await test.signInAdmin({ firm });
  const { data } = await list('?role=0', token);
  const initials = data.map((person) => ('initials' in person ? person.initials : ''));
  expect(initials).toEqual(['S', '\u{1D400}L', 'ÉS', 'NV']);
});

it('sorts by status and by name, both ways, and pages', async () => {
  const query = `?role=0&firm=${ctx.firmId}`;
  expect((await list(`${query}&sortOrderStatus=1`)).data.map(({ status }) => status)).toEqual([
    0, 1, 2,
  ]);
  expect((await list(`${query}&sortOrderStatus=-1`)).data.map(({ status }) => status)).toEqual([
    2, 1, 0,
  ]);
  const second = await list(`${query}&sortOrderName=-1&page=2&itemsPerPage=2`);
  expect(second).toMatchObject({ data: [{ name: 'Ayesha Khan' }], count: 3 });
});

it('sorts and finds names as people write them', async () => {
  const firm = await test.aFirm();
  for (const name of ['Zuma Xaba', 'Élise Roux', 'Eben Nel', 'Frik Nel', 'Łukasz O’Brien'])
    await test.aUser({ firm, name });
  const token = await test.signInAdmin({ firm, name: 'Ada Admin' });
  const names = async (query: string) => {
    const { data } = await list(`?role=0${query}`, token);
    return data.map(({ name }) => name);
  };
  const inOrder = ['Eben Nel', 'Élise Roux', 'Frik Nel', 'Łukasz O’Brien', 'Zuma Xaba'];
  expect(await names('')).toEqual(inOrder);
  expect(await names('&sortOrderName=-1')).toEqual(inOrder.toReversed());
  expect(await names(`&search=${encodeURIComponent("lukasz o'b")}`)).toEqual(['Łukasz O’Brien']);
});

it.each(['', '&search=.co.za'])(
  'counts them all for a page behind the last one too (%s)',
  async (search) => {
    expect(await list(`?role=0${search}&page=7&itemsPerPage=2`)).toEqual({ data: [], count: 3 });
  },
);

it.each([
  ['name', 'ZANELE', 1],
  ['cell', '0821112222', 1],
  ['cell with blanks', '082 111 2222', 1],
  ['cell with a country', '+27 82 111-2222', 1],
  ['cell with a country and no mark', '27821112222', 1],
  ['a part of a cell with a blank', '082 111', 1],
  ['email', '.co.za', 4],
  ['a percent sign as it stands', '%', 1],
  ['an underscore as it stands', '0%_B', 1],
  ['what nobody has', 'xyzzy', 0],
])('searches by %s', async (_, search, count) => {
  expect((await list(`?search=${encodeURIComponent(search)}`)).count).toBe(count);
});

it.each(
  words(`
  page=0 page=1.5 page=x itemsPerPage=101 itemsPerPage=0 role=10 firm=1 sortOrderName=2 unknown=1
  page=1&page=2
`),
)('rejects %s and names the field', async (query) => {
  const reply = await test.call(`GET /users?${query}`, { token: ctx.admin });
  expect(reply).toAnswer(400);
  expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([query.split('=')[0]]);
});
