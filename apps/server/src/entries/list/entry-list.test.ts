import type { Entry } from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { deepIt } from '../../../test/deep.ts';
import { useApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';

const test = useApp();
const token = { attorney: '', admin: '', otherAdmin: '' };
const names: Record<string, string> = {};
let exportId = '';
const recorder = 'Lerato Nkosi';

const list = async (query: string, as = token.admin) =>
  (await test.call(`GET /entries?${query}`, { token: as })).json<{
    data: Entry[];
    count: number;
    amount: number;
  }>();
/** The entries by their narrations. */
const order = async (query: string) =>
  (await list(query)).data.map(({ narration }) => narration).join('');
const csv = async (query = '', as = token.admin) =>
  (await test.call(`GET /entries?${query}`, { token: as, headers: { accept: 'text/csv' } })).body;

beforeAll(async () => {
  const firm = await test.aFirm();
  const thabo = await test.aUser({ firm, name: 'thabo' });
  const anna = await test.aUser({ firm, name: 'Anna' });
  Object.assign(token, {
    attorney: await test.signIn(thabo),
    admin: await test.signInAdmin({ firm, name: recorder }),
    otherAdmin: await test.signInAdmin(),
  });
  const copies = (await test.aDisbursementType(firm, { title: 'copies' })).id;
  const sheriff = (await test.aDisbursementType(firm, { title: 'Sheriff’s fee' })).id;
  await test.assignTypes(firm);
  const z1 = (await test.aMatter(firm, { number: 'Z1', description: 'Lease', client: '=Zulu' })).id;
  const a1 = (await test.aMatter(firm, { number: 'a1', description: 'Lease', client: 'Adams' })).id;
  Object.assign(names, { thabo: thabo.id, z1 });
  const rows: [string, string, string, string, string, number, number?][] = [
    ['A', thabo.id, z1, copies, '2026-01-31', 10.1, 3],
    ['B', thabo.id, z1, sheriff, '2026-02-01', 20.2],
    ['C', anna.id, a1, copies, '2026-02-28', 5, 1],
    ['D', anna.id, z1, sheriff, '2026-02-28', 40.4],
  ];
  for (const [narration, attorney, matter, disbursementType, date, amount, quantity] of rows) {
    test.clock.advance(60_000);
    const body = { attorney, matter, disbursementType, date, amount, quantity, narration };
    await test.call('POST /entries', { token: token.admin, body });
  }
  const closed = await test.call('POST /exports', {
    token: token.admin,
    body: { to: '2026-02-01', override: 'A test' },
  });
  exportId = closed.json<{ data: { _id: string } }>().data._id;
});

describe('the order of the list', () => {
  it.each([
    ['', 'DCBA'],
    ['sortOrderDate=1', 'ABCD'],
    ['sortOrderMatter=1', 'CABD'],
    ['sortOrderMatter=-1', 'DBAC'],
    ['sortOrderAttorney=1', 'CDAB'],
    ['sortOrderDisbursementType=1', 'ACBD'],
    ['sortOrderLength=-1', 'ACDB'],
    ['sortOrderAmount=1', 'CBAD'],
    ['sortOrderAmount=-1', 'DABC'],
    ['sortOrderExport=1', 'CDAB'],
    ['sortOrderExport=-1', 'BADC'],
  ])('is by “%s”: %s', async (query, expected) => {
    expect(await order(query)).toBe(expected);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => order(`${query}&page=${page}&itemsPerPage=1`)),
    );
    expect(pages.join('')).toBe(expected);
  });

  it.each([
    ['sortOrderDate=up', 'sortOrderDate'],
    ['exported=yes', 'exported'],
    ['sortOrderDate=1&sortOrderAmount=1', 'sortOrderDate'],
  ])('refuses %s', async (query, field) => {
    expect(await test.call(`GET /entries?${query}`, { token: token.admin })).toAnswer(400, {
      fields: { [field]: expect.any(String) },
    });
  });
});

describe('entries that an export holds', () => {
  it.each([
    ['exported=true', 'BA', 2, 50.5],
    ['exported=false', 'DC', 2, 45.4],
    ['exported=true&search=zulu&to=2026-01-31', 'A', 1, 30.3],
  ])('are found by “%s”, with count and sum', async (query, found, count, amount) => {
    expect(await order(query)).toBe(found);
    expect(await list(query)).toMatchObject({ count, amount });
  });

  it('name it in the list and alone, until it is reopened', async () => {
    const [entry] = (await list('exported=true')).data;
    expect(entry?.export).toEqual({ _id: exportId, number: 1 });
    const alone = await test.call(`GET /entries/${entry?._id}`, { token: token.attorney });
    expect(alone).toAnswer({ data: { export: { number: 1 } } });
    expect((await list('exported=false')).data.every((each) => !('export' in each))).toBe(true);
  });
});

describe('the list as a CSV file', () => {
  it('holds all pages of the filter in the order of the list, with texts disarmed', async () => {
    expect(await csv('sortOrderAmount=-1&itemsPerPage=1')).toBe(
      [
        '\uFEFFDate;Matter Number;Client;Matter;Attorney;Disbursement;Minutes;Quantity;Amount;' +
          'Narration;Voucher;Export;Recorded By',
        `2026-02-28;Z1;'=Zulu;Lease;Anna;Sheriff’s fee;;;40,40;D;;;${recorder}`,
        `2026-01-31;Z1;'=Zulu;Lease;thabo;copies;;3;30,30;A;;1;${recorder}`,
        `2026-02-01;Z1;'=Zulu;Lease;thabo;Sheriff’s fee;;;20,20;B;;1;${recorder}`,
        `2026-02-28;a1;Adams;Lease;Anna;copies;;1;5,00;C;;;${recorder}`,
        '',
      ].join('\r\n'),
    );
  });

  it('is named, and holds own entries for an attorney and nothing of another firm', async () => {
    const reply = await test.call('GET /entries', {
      token: token.attorney,
      headers: { accept: 'text/csv' },
    });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('entries.csv'),
    });
    expect(reply.body.split('\r\n').map((line) => line.split(';')[9])).toEqual([
      'Narration',
      'B',
      'A',
      undefined,
    ]);
    expect((await csv('', token.otherAdmin)).split('\r\n')).toHaveLength(2);
    expect((await csv(`matter=${names.z1}`, token.otherAdmin)).split('\r\n')).toHaveLength(2);
  });

  deepIt('reads batch after batch in every order, with each entry once', async () => {
    const firm = await test.aFirm();
    const attorney = await test.aUser({ firm });
    const admin = await test.signInAdmin({ firm });
    const type = (await test.aDisbursementType(firm, { title: 'Copies' })).id;
    const matter = (await test.aMatter(firm, { number: 'M1' })).id;
    const rows = Array.from({ length: 6_000 }, (_, index) => ({
      id: newId(1_700_000_000_000 + index),
      firmId: firm.id,
      attorneyId: attorney.id,
      createdBy: attorney.id,
      matterId: matter,
      disbursementTypeId: type,
      date: `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
      quantity: 1 + (index % 7),
      amountCents: 100 * (index % 5),
      narration: `N${index}`,
      createdAt: new Date(),
    }));
    for (let at = 0; at < rows.length; at += 1_000)
      await test.insertRows('entries', rows.slice(at, at + 1_000));
    for (const sort of ['Date', 'Matter', 'Amount', 'Length', 'Export'])
      for (const direction of ['1', '-1']) {
        const lines = (await csv(`sortOrder${sort}=${direction}`, admin))
          .split('\r\n')
          .slice(1, -1);
        const narrations = new Set(lines.map((line) => line.split(';')[9]));
        expect([sort, direction, lines.length, narrations.size]).toEqual([
          sort,
          direction,
          6_000,
          6_000,
        ]);
      }
  });
});

it('reads one batch of the files of a firm at a time', async () => {
  const started: Promise<string>[] = [];
  await test.db.transaction().execute(async (trx) => {
    await sql`lock table entries in access exclusive mode`.execute(trx);
    for (let file = 0; file < 3; file += 1) started.push(csv());
    await expect.poll(() => countLockWaits(test.db)).toBeGreaterThan(0);
    // Each comes after what the files began with.
    for (let after = 0; after < 10; after += 1)
      await test.call('GET /me', { token: token.attorney });
    expect(await countLockWaits(test.db)).toBe(1);
  });
  const files = await Promise.all(started);
  expect(new Set(files).size).toBe(1);
  expect(files[0]).toContain('Lease');
});
