import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { admin: '', attorney: '', otherAdmin: '' };

beforeAll(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm, name: 'Thabo Mokoena' });
  const type = await test.aDisbursementType(firm, { title: 'Copies' });
  await test.assignTypes(firm);
  const matter = await test.aMatter(firm, {
    number: 'KM1',
    client: '=HYPERLINK("http://evil")',
    description: 'A, "quoted" matter',
  });
  ctx.admin = await test.signInAdmin({ firm });
  ctx.attorney = await test.signIn(attorney);
  ctx.otherAdmin = await test.signInAdmin();
  const entry = { matter: matter.id, disbursementType: type.id };
  for (const [date, amount] of [
    ['2026-03-05', 12.5],
    ['2026-04-01', 0.1],
  ] as const) {
    await test.call('POST /entries', {
      token: ctx.attorney,
      body: { ...entry, date, amount, narration: '-1+1' },
    });
  }
});

it('sends no file to a firm without entries', async () => {
  expect(await test.call('GET /download', { token: ctx.otherAdmin })).toAnswer(404);
});

it('reports an empty period, and rejects an invalid one', async () => {
  const empty = await test.call('GET /download?from=2020-01-01&to=2020-01-31', {
    token: ctx.admin,
  });
  expect(empty.json()).toEqual({
    code: 'nothing_to_export',
    message: 'No disbursements to download.',
  });
  // A year that PostgreSQL does not have is no better than a word.
  for (const from of ['yesterday', '0000-01-01'])
    expect(await test.call(`GET /download?from=${from}`, { token: ctx.admin })).toAnswer({
      fields: { from: 'Must be a date as YYYY-MM-DD.' },
    });
});

it('answers the entries of the period as CSV, with formulas escaped', async () => {
  const data = await test.data<{ fileName: string; fileContent: string }>(
    'GET /download?from=2026-03-01&to=2026-03-31',
    { token: ctx.admin },
  );
  expect(data.fileName).toMatch(/\.csv$/);
  const rows = parse(data.fileContent, { columns: true });
  expect(rows).toMatchObject([
    {
      Date: '2026-03-05',
      'Matter Number': 'KM1',
      Client: '\'=HYPERLINK("http://evil")',
      Matter: 'A, "quoted" matter',
      Attorney: 'Thabo Mokoena',
      Disbursement: 'Copies',
      Amount: '12.50',
      Narration: "'-1+1",
    },
  ]);
});

it('answers a file for text/csv, and records each download in the ledger', async () => {
  const before = await test.listRows('exports', {}, ['number']);
  const reply = await test.call('GET /download', {
    token: ctx.admin,
    headers: { accept: 'text/csv' },
  });
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename=/);
  const after = await test.listRows('exports');
  expect(after.length).toBe(before.length + 1);
  expect(after.at(-1)).toMatchObject({ rowCount: 2, sumCents: '1260', closing: false });
});
