import type { Entry } from '@recoup/contract/entries/endpoints';
import type { MonthlyRecovery } from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import type { Matter } from '@recoup/contract/matters/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { deepIt } from '../../test/deep.ts';
import { sql } from 'kysely';
import { createFirmScope } from '../platform/core/actor.ts';
import { entrySums } from './recoveries.repository.ts';

const test = useApp();
const token = { attorney: '', admin: '', otherAdmin: '' };
const ids = { attorney: '', colleague: '', copies: '', sheriff: '', zulu: '', adams: '' };

beforeAll(async () => {
  const firm = await test.aFirm();
  const [attorney, colleague] = [await test.aUser({ firm }), await test.aUser({ firm })];
  token.attorney = await test.signIn(attorney);
  token.admin = await test.signInAdmin({ firm });
  token.otherAdmin = await test.signInAdmin();
  Object.assign(ids, { attorney: attorney.id, colleague: colleague.id });
  ids.copies = (await test.aDisbursementType(firm, { title: 'Copies' })).id;
  ids.sheriff = (await test.aDisbursementType(firm, { title: 'Sheriff’s fee' })).id;
  await test.assignTypes(firm);
  ids.zulu = (await test.aMatter(firm, { number: 'Z1', client: 'Zulu' })).id;
  ids.adams = (await test.aMatter(firm, { number: 'A1', client: 'Adams' })).id;
  const rows: [string, string, string, string, number, string?][] = [
    [ids.attorney, ids.zulu, ids.copies, '2026-01-31', 10.1],
    [ids.attorney, ids.zulu, ids.sheriff, '2026-02-01', 20.2, 'Service on 100% of the defendants'],
    [ids.attorney, ids.adams, ids.copies, '2026-02-28', 30.3],
    [ids.colleague, ids.adams, ids.copies, '2026-02-28', 40.4, 'For Zulu’s bundle'],
  ];
  for (const [index, [who, matter, disbursementType, date, amount, narration]] of rows.entries()) {
    test.clock.advance(60_000 * index);
    const body = { attorney: who, matter, disbursementType, date, amount, narration };
    await test.call('POST /entries', { token: token.admin, body });
  }
});

const list = async (query: string, as = token.admin) =>
  (await test.call(`GET /entries?${query}`, { token: as })).json<{
    data: Entry[];
    count: number;
    amount: number;
  }>();

it.each([
  ['', 4, 101],
  ['from=2026-02-01', 3, 90.9],
  ['to=2026-01-31', 1, 10.1],
  ['disbursementType=COPIES', 3, 80.8],
  ['attorney=COLLEAGUE', 1, 40.4],
  ['matter=ADAMS', 2, 70.7],
  ['matter=ADAMS&attorney=COLLEAGUE', 1, 40.4],
  ['search=zulu', 3, 70.7],
  ['search=100%25', 1, 20.2],
  ['search=_', 0, 0],
  ['search=zulu&from=2026-02-01', 2, 60.6],
  ['from=2027-01-01', 0, 0],
])('totals all lines of the filter “%s”: %i lines, R %d', async (query, count, amount) => {
  const named = query
    .replace('COPIES', ids.copies)
    .replace('COLLEAGUE', ids.colleague)
    .replace('ADAMS', ids.adams);
  const all = await list(named);
  expect([all.count, all.amount]).toEqual([count, amount]);
  expect(all.data.length).toBe(count);
  expect(Math.round(all.data.reduce((sum, entry) => sum + entry.amount * 100, 0)) / 100).toBe(
    amount,
  );
  const page = await list(`${named}&page=1&itemsPerPage=1`);
  expect([page.count, page.amount, page.data.length]).toEqual([count, amount, Math.min(1, count)]);
});

it.each([1, 2, 3])(
  'lists the same lines page by page, %i at a time, from either end',
  async (size) => {
    const all = (await list('')).data.map(({ _id }) => _id);
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => list(`page=${page}&itemsPerPage=${size}`)),
    );
    expect(pages.flatMap(({ data }) => data.map(({ _id }) => _id))).toEqual(all);
  },
);

it('totals for an attorney the own entries alone', async () => {
  expect(await list('', token.attorney)).toMatchObject({ count: 3, amount: 60.6 });
});

it('sums the months of a firm by type', async () => {
  const months = (query = '') => test.call(`GET /recoveries${query}`, { token: token.admin });
  expect(await months('?from=January')).toAnswer(400);
  const rows = (await months()).json<{ data: MonthlyRecovery[] }>().data;
  expect(rows.map((row) => [row.month, row.disbursementType.name, row.count, row.amount])).toEqual([
    ['2026-01', 'Copies', 1, 10.1],
    ['2026-02', 'Copies', 2, 70.7],
    ['2026-02', 'Sheriff’s fee', 1, 20.2],
  ]);
  expect(await months('?from=2026-02-01&to=2026-02-27')).toAnswer({
    count: 1,
    data: [{ amount: 20.2 }],
  });
  expect(await months(`?attorney=${ids.colleague}`)).toAnswer({
    count: 1,
    data: [{ amount: 40.4 }],
  });
});

it('excludes deleted entries from the months', async () => {
  const body = {
    attorney: ids.attorney,
    matter: ids.zulu,
    disbursementType: ids.copies,
    date: '2025-12-01',
    amount: 1,
  };
  const { _id } = await test.data<Entry>('POST /entries', { token: token.admin, body });
  const december = async () =>
    (await test.call('GET /recoveries?to=2025-12-31', { token: token.admin })).json<{
      count: number;
    }>().count;
  expect(await december()).toBe(1);
  await test.call(`DELETE /entries/${_id}?reason=test`, { token: token.admin });
  expect(await december()).toBe(0);
});

it('lists the matters of the latest entries, latest first', async () => {
  const recent = async (as: string) => test.data<Matter[]>('GET /recent-matters', { token: as });
  expect((await recent(token.attorney)).map(({ number }) => number)).toEqual(['A1', 'Z1']);
  expect(await recent(token.otherAdmin)).toEqual([]);
});

deepIt('counts and sums a search that finds thousands', async () => {
  const [input] = await test.listRows('entries', { matterId: ids.zulu });
  if (!input) throw new Error('the entries of this file are gone');
  const { vatCents: _, ...row } = input;
  const rows = Array.from({ length: 5001 }, () => ({
    ...row,
    id: newId(),
    amountCents: 1,
    narration: 'Bulk of the copies',
  }));
  await test.insertRows('entries', rows.slice(0, 2500));
  await test.insertRows('entries', rows.slice(2500));
  expect(await list('search=bulk&page=501&itemsPerPage=10')).toMatchObject({
    count: 5001,
    amount: 50.01,
    data: [{ amount: 0.01 }],
  });
  expect(await list('search=zulu')).toMatchObject({ count: 5001 + 3 });
});

it('reads the sums of a firm from the index of its days alone', async () => {
  const firm = await test.aFirm();
  const sums = test.db
    .selectFrom('entryDays')
    .where('firmId', '=', firm.id)
    .select(entrySums(createFirmScope(firm.id), 'entry_days'))
    .compile();
  const plan = await test.db.transaction().execute(async (trx) => {
    // A table of few rows would be read as a whole.
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    return trx.executeQuery({ ...sums, sql: `explain ${sums.sql}` });
  });
  expect(JSON.stringify(plan.rows)).toContain('Index Only Scan using entry_days_pkey');
});
