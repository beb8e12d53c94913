import { gunzipSync } from 'node:zlib';
import { exportColumns } from '@recoup/contract/exports/files';
import type { ExportPreview, ExportRecord } from '@recoup/contract/exports/endpoints';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { readPdf } from '../../test/pdf-text.ts';

const test = useApp();
const ctx = { admin: '', attorney: '', matter: '', types: { cost: '', agent: '' } };

beforeEach(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm, name: 'Thabo Mokoena' });
  ctx.admin = await test.signInAdmin({ firm });
  ctx.attorney = await test.signIn(attorney);
  ctx.matter = (await test.aMatter(firm, { number: 'M1', description: 'One' })).id;
  for (const vat of ['cost', 'agent'] as const)
    ctx.types[vat] = (await test.aDisbursementType(firm, { title: vat, vat })).id;
  await test.assignTypes(firm);
});

const vendor = async (more: object = {}) =>
  test.call('PUT /firm-settings', {
    token: ctx.admin,
    body: { isVatVendor: true, vatNumber: '4123456789', ...more },
  });
const record = async (kind: 'cost' | 'agent', amount: number) => {
  const body = {
    matter: ctx.matter,
    disbursementType: ctx.types[kind],
    date: kind === 'cost' ? '2026-03-05' : '2026-03-06',
    amount,
    narration: kind,
  };
  const reply = await test.call('POST /entries', { token: ctx.attorney, body });
  return reply.json<{ data: { _id: string } }>().data._id;
};
const close = async () => {
  const body = { override: 'Tested' };
  const reply = await test.call('POST /exports', { token: ctx.admin, body });
  return reply.json<{ data: ExportRecord }>().data;
};
const file = async (id: string, accept = 'text/csv', profile = 'systems') =>
  test.call(`GET /exports/${id}/file?profile=${profile}`, {
    token: ctx.admin,
    headers: { accept },
  });
const rowsOf = async (id: string): Promise<string[][]> => parse((await file(id)).body);

it('has the ten columns for a firm that is no vendor and reversed nothing', async () => {
  await record('cost', 10);
  const made = await close();
  expect(made).not.toHaveProperty('vat');
  expect((await rowsOf(made._id))[0]).toEqual([...exportColumns]);
});

it('has net, VAT and gross of each line for a vendor, in every kind of file', async () => {
  await vendor();
  await record('cost', 10.1);
  await record('agent', 5);
  const preview = await test.call('POST /exports', { token: ctx.admin, body: { dryRun: true } });
  const vat = { net: 15.1, vat: 1.52, gross: 16.62 };
  expect(preview.json<{ data: ExportPreview }>().data).toMatchObject({ sum: 15.1, vat });
  const made = await close();
  expect(made).toMatchObject({ sum: 15.1, vat });
  const [head, ...rows] = await rowsOf(made._id);
  expect(head?.slice(10)).toEqual(['VAT Treatment', 'VAT Percent', 'Net', 'VAT', 'Gross']);
  expect(rows.map((row) => row.slice(8))).toEqual([
    ['10.10', 'cost', 'cost', '15', '10.10', '1.52', '11.62'],
    ['5.00', 'agent', 'agent', '0', '5.00', '0.00', '5.00'],
  ]);
  const people = (await file(made._id, 'text/csv', 'people')).body;
  expect(people).toContain(';10,10;cost;cost;15;10,10;1,52;11,62\r\n');
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const sheet = await readSheet((await file(made._id, xlsx)).rawPayload);
  expect(sheet[1]?.slice(10)).toEqual(['cost', 15, 10.1, 1.52, 11.62]);
  expect(sheet.slice(-4).map(([title, sum]) => [title, sum])).toEqual([
    ['Total', 15.1],
    ['Net', 15.1],
    ['VAT', 1.52],
    ['Gross', 16.62],
  ]);
  const [page = []] = readPdf((await file(made._id, 'application/pdf')).rawPayload);
  expect(page).toContain('Recoup export 1 · everything not yet exported · VAT number 4123456789');
  const total = page.slice(page.indexOf('Total of 2 entries') + 1).slice(0, 3);
  expect(total.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
    'R 15.10',
    'R 1.52',
    'R 16.62',
  ]);
});

it('goes on to show the VAT number and the columns of its day', async () => {
  await vendor();
  await record('cost', 10);
  const made = await close();
  await vendor({ isVatVendor: false });
  const before = (await file(made._id)).body;
  const [page = []] = readPdf((await file(made._id, 'application/pdf')).rawPayload);
  expect(page.join(' ')).toContain('VAT number 4123456789');
  await record('cost', 20);
  const later = await close();
  expect(later).not.toHaveProperty('vat');
  expect((await rowsOf(later._id))[0]).toHaveLength(10);
  expect((await file(made._id)).body).toBe(before);
});

it('names reversals with the entry and the export that they take back', async () => {
  const id = await record('cost', 10);
  const first = await close();
  const reply = await test.call(`POST /entries/${id}/reversal`, {
    token: ctx.attorney,
    body: { reason: 'Not ours' },
  });
  const reversal = reply.json<{ data: { reversal: { _id: string } } }>().data.reversal._id;
  const other = await record('cost', 7);
  const second = await close();
  expect(second).toMatchObject({ rows: 2, sum: -3 });
  const [head, ...rows] = await rowsOf(second._id);
  expect(head?.slice(10)).toEqual(['Entry', 'Reverses', 'Reversed Export']);
  const of = new Map(rows.map((row) => [row[10], row]));
  expect(of.get(reversal)?.slice(8)).toEqual([
    '-10.00',
    'Correction of 5 Mar 2026: taken back. Not ours. cost',
    reversal,
    id,
    String(first.number),
  ]);
  expect(of.get(other)?.slice(10)).toEqual([other, '', '']);
});

it('keeps the ids of its types by the titles that they had', async () => {
  await record('cost', 10);
  const { _id } = await close();
  const { typeIds } = await test.getRow('exports', { id: _id }, ['typeIds']);
  expect(typeIds).toEqual({ cost: [ctx.types.cost] });
  const [part] = await test.listRows('exportParts', { exportId: _id }, ['content']);
  expect(gunzipSync(part?.content ?? '').toString()).toBe((await file(_id)).body);
});
