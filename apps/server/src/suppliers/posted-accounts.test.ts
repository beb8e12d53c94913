import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { expect, it } from 'vitest';
import { useAccounts } from '../../test/account-firm.ts';
import { useApp } from '../../test/app.ts';
import { readLegalSuite } from '../../test/posting-readers/journals.ts';

const test = useApp();
const of = useAccounts(test);
const { ids, token, line, record } = of;

const ask = async (what: string, body?: object) =>
  test.call(what, { token: token.admin, ...(body && { body }) });
const closed = async () => {
  const reply = await ask('POST /exports', { override: 'Tested' });
  return reply.json<{ data: ExportRecord }>().data;
};
const file = async (id: string, layout: string) => {
  const reply = await ask(`GET /exports/${id}/file?layout=${layout}`);
  expect(reply).toAnswer(200);
  return reply;
};

it.each([true, false])(
  'posts what was paid as agent to the supplier (vendor: %s)',
  async (isVendor) => {
    if (isVendor) await of.vendor(false);
    const accounts = { [ids.type]: '4000000' };
    await ask('PUT /posting-layouts/legalsuite/settings', { accounts });
    const lines = [line({ disbursementType: ids.agent, amount: 80 }), line({ amount: 20 })];
    const account = await record({ number: 'INV 7', total: 100, lines });
    const note = [line({ disbursementType: ids.agent, amount: -30 })];
    await record({ number: 'CN 1', total: -30, lines: note, credits: account._id });
    const { _id } = await closed();
    const posted = readLegalSuite((await file(_id, 'legalsuite')).rawPayload);
    expect(posted.map(({ account: to, isCreditor, cents }) => [to, isCreditor, cents])).toEqual([
      ['SHE001', true, 8000n],
      ['4000000', false, 2000n],
      ['SHE001', true, -3000n],
    ]);
    expect(posted[2]?.text).toBe('Counsel: Credit note CN 1 for account INV 7. Sheriff Pretoria.');
  },
);

it('has fields of the supplier for own layouts, and columns in the files of exports', async () => {
  const columns = ['supplierName', 'supplierCode', 'supplierInvoice', 'gross'].map((field) => ({
    title: field,
    field,
  }));
  const layout = await test.data<{ _id: string }>('POST /posting-layouts', {
    token: token.admin,
    body: { name: 'Creditors', columns },
  });
  await record({ number: 'INV 7', total: 100, lines: [line()] });
  const attorney = { id: ids.anna };
  await test.anEntry({ firm: { id: ids.firm }, attorney }, { date: '2026-03-11' });
  const { _id } = await closed();
  expect((await file(_id, layout._id)).body.split('\r\n').slice(1, 3)).toEqual([
    'Sheriff Pretoria,SHE001,INV 7,100.00',
    ',,,10.00',
  ]);
  const csv = await test.call(`GET /exports/${_id}/file`, {
    token: token.admin,
    headers: { accept: 'text/csv' },
  });
  const [header = '', first = '', second = ''] = csv.body.split('\r\n');
  expect(header).toMatch(/Narration.Supplier.Supplier Code.Supplier Invoice$/);
  expect(first).toMatch(/Sheriff Pretoria.SHE001.INV 7$/);
  expect(second).toMatch(/;;;$|,,,$/);
  const headers = { accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
  const workbook = await test.call(`GET /exports/${_id}/file`, { token: token.admin, headers });
  expect(workbook.statusCode).toBe(200);
});
