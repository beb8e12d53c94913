import type { MonthFigureList } from '@recoup/contract/entries/month-figures';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';

const test = useApp();
const token = { admin: '' };
const ids = { adams: '', naidoo: '', zulu1: '' };

beforeAll(async () => {
  const firm = await test.aFirm();
  const adams = await test.aUser({ firm, name: 'Thabo Adams' });
  const naidoo = await test.aUser({ firm, name: 'Priya Naidoo' });
  token.admin = await test.signInAdmin({ firm });
  const zulu = { client: 'Zulu Holdings' };
  const zulu1 = await test.aMatter(firm, { number: 'Z1', description: 'Transfer', ...zulu });
  const zulu2 = await test.aMatter(firm, { number: 'Z2', description: '100% lease', ...zulu });
  const own = await test.aMatter(firm, { number: 'A1', description: 'Own costs' });
  Object.assign(ids, { adams: adams.id, naidoo: naidoo.id, zulu1: zulu1.id });
  const rows = [
    { attorney: adams, matter: zulu1, date: '2026-03-01', amountCents: 10_10, minutes: 7 },
    { attorney: naidoo, matter: zulu1, date: '2026-03-31', amountCents: 20_20, minutes: 5 },
    { attorney: adams, matter: zulu2, date: '2026-03-15', amountCents: 1 },
    { attorney: naidoo, matter: own, date: '2026-03-15', amountCents: 90_00 },
    { attorney: naidoo, matter: own, date: '2026-02-28', amountCents: 500_00 },
    { attorney: adams, matter: zulu1, date: '2026-04-01', amountCents: 700_00 },
  ];
  for (const { attorney, matter, ...input } of rows)
    await test.anEntry({ firm, attorney, matter }, input);
});

const figures = async (query: string, as = token.admin) =>
  (await test.call(`GET /month-figures/2026-03${query}`, { token: as })).json<MonthFigureList>();

it('sums a month by client, the largest sum first, matters without a client together', async () => {
  const { data, count, total } = await figures('');
  expect(data).toEqual([
    { _id: null, name: null, number: null, client: null, entries: 1, minutes: 0, amount: 90 },
    {
      _id: null,
      name: 'Zulu Holdings',
      number: null,
      client: null,
      entries: 3,
      minutes: 12,
      amount: 30.31,
    },
  ]);
  expect([count, total]).toEqual([2, { entries: 4, minutes: 12, amount: 120.31 }]);
});

it('sums a month by matter and by attorney', async () => {
  const matters = await figures('?by=matter&search=zulu');
  expect(matters).toMatchObject({
    data: [
      { _id: ids.zulu1, number: 'Z1', name: 'Transfer', client: 'Zulu Holdings', amount: 30.3 },
      { number: 'Z2', amount: 0.01 },
    ],
    count: 2,
    total: { entries: 3, amount: 30.31 },
  });
  expect(await figures('?by=attorney')).toMatchObject({
    data: [
      { _id: ids.naidoo, name: 'Priya Naidoo', amount: 110.2 },
      { _id: ids.adams, name: 'Thabo Adams', amount: 10.11 },
    ],
  });
});

it.each([
  ['?search=ZULU', ['Zulu Holdings']],
  ['?search=transfer', []],
  ['?by=matter&search=100%25', ['100% lease']],
  ['?by=matter&search=_', []],
  ['?by=attorney&search=naidoo', ['Priya Naidoo']],
])('searches the names of what it sums by: %s', async (query, names) => {
  const { data, total } = await figures(query);
  expect(data.map(({ name }) => name)).toEqual(names);
  expect(total.entries === 0).toBe(names.length === 0);
});

it('has the total of all pages on each, also behind the last', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => figures(`?page=${page}&itemsPerPage=1`)));
  expect(pages.map(({ data, count }) => [data.length, count])).toEqual([
    [1, 2],
    [1, 2],
    [0, 2],
  ]);
  expect(new Set(pages.map(({ total }) => total.amount))).toEqual(new Set([120.31]));
});

it.each(['2026-13', 'March', '2026-03?by=colour', '2026-03?itemsPerPage=101'])(
  'rejects %s',
  async (path) => {
    expect(await test.call(`GET /month-figures/${path}`, { token: token.admin })).toAnswer(400);
  },
);
