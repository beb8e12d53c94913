import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { preparedBy } from '../../test/prepared.ts';
import { aPostingFirm, ownLayout } from '../../test/posting-firm.ts';
import { newId } from '@recoup/contract/core/ids';
import { readLegalSuite, readQuickBooks, readXero } from '../../test/posting-readers/journals.ts';
import { readLedes } from '../../test/posting-readers/ledes.ts';
import { unzip } from '../../test/spreadsheet.ts';

const test = useApp();
const of = preparedBy(beforeEach, async () => aPostingFirm(test));

it('names all settings that a file lacks, and keeps nothing', async () => {
  await of().record();
  await of().recordCopies();
  const { _id } = await of().close();
  const reply = await of().file(_id, 'xero-journal');
  expect(reply).toAnswer(422, { code: 'layout_incomplete' });
  const { fields } = reply.json<{ fields: object }>();
  expect(Object.keys(fields).toSorted()).toEqual(
    [`accounts.${of().call}`, `accounts.${of().copies}`, 'contraAccount'].toSorted(),
  );
  expect((await of().getExport(_id)).postings).toEqual([]);
});

it('posts the lines of an export, and shows the control total in the ledger', async () => {
  await of().record({ amountCents: 3333, narration: 'Çall; “urgent”' });
  await of().recordCopies({ amountCents: 1 });
  const { _id, sum } = await of().close();
  await of().save('legalsuite', {
    accounts: { [of().call]: 'Recovery', [of().copies]: 'Copying' },
  });
  const reply = await of().file(_id, 'legalsuite');
  expect(reply.headers['content-type']).toBe('text/csv; charset=windows-1252');
  expect(reply.headers['content-disposition']).toContain(
    'recoup-export-1-legalsuite-2-rows-R33.34.csv',
  );
  expect(readLegalSuite(reply.rawPayload)).toMatchObject([
    { matter: 'M-1', account: 'Recovery', cents: 3333n, text: 'Call: Çall; “urgent”' },
    { matter: 'M-1', account: 'Copying', cents: 1n },
  ]);
  expect((await of().file(_id, 'legalsuite')).rawPayload.equals(reply.rawPayload)).toBe(true);
  const total = { layout: 'legalsuite', name: 'LegalSuite journal', rows: 2, sum };
  const by = { name: 'Lerato Nkosi' };
  expect((await of().getExport(_id)).postings).toMatchObject([{ ...total, by }]);
  expect(JSON.stringify(await of().getExport(_id))).not.toContain('"vat"');
  expect(await test.call('GET /exports', { token: of().token.admin })).toAnswer({
    data: [{ postings: [total] }],
  });
});

it('posts the VAT of each line, also of a type that was renamed since', async () => {
  const vat = { vatTreatment: 'cost', vatBasisPoints: 1500, vatIncluded: false };
  await of().record({ amountCents: 1010, ...vat });
  await of().recordCopies({ amountCents: 500, vatTreatment: 'agent' });
  const { _id } = await of().close();
  await test.updateRows('disbursementTypes', { id: of().call }, { title: 'Telephone' });
  const accounts = { [of().call]: 'Recovery', [of().copies]: 'Agent' };
  await of().save('legalsuite', { accounts });
  const lines = readLegalSuite((await of().file(_id, 'legalsuite')).rawPayload);
  expect(new Map(lines.map(({ account, cents }) => [account, cents]))).toEqual(
    new Map([
      ['Recovery', 1162n],
      ['Agent', 500n],
    ]),
  );
  expect((await of().getExport(_id)).postings).toMatchObject([{ rows: 2, sum: 16.62, vat: 1.52 }]);
});

it('names the rows that do not fit, and writes none', async () => {
  await of().record({ date: '2026-03-04' });
  await of().record({ amountCents: 0 });
  await of().record({ amountCents: 0, date: '2026-03-06' });
  const { _id } = await of().close();
  await of().save('ledes98bi', {
    accounts: {},
    firmId: 'MOK',
    clientIds: { Botha: 'C1' },
    invoiceNumber: 'INV',
  });
  expect(await of().file(_id, 'ledes98bi')).toAnswer(422, {
    code: 'rows_refused',
    message: '2 lines do not fit the layout. Nothing was written.',
    refused: 2,
    rows: [
      {
        row: 3,
        column: 'LINE_ITEM_UNIT_COST',
        message: 'Matter M-1, 5 March 2026: LEDES has no line of R 0.00: give it an amount.',
      },
      { row: 4, message: /^Matter M-1, 6 March 2026: / },
    ],
  });
  expect((await of().getExport(_id)).postings).toEqual([]);
});

it('writes LEDES as ASCII text', async () => {
  await of().record({ narration: 'Müller | [urgent]' });
  const { _id } = await of().close();
  const input = { firmId: 'MOK', clientIds: { Botha: 'C1' }, invoiceNumber: 'INV' };
  await of().save('ledes98bi', { accounts: {}, ...input });
  const reply = await of().file(_id, 'ledes98bi');
  expect(reply.headers['content-type']).toBe('text/plain; charset=us-ascii');
  expect(reply.headers['content-disposition']).toContain('.txt');
  expect(readLedes(reply.rawPayload)).toMatchObject({
    faults: [],
    lines: [{ LINE_ITEM_EXPENSE_CODE: 'E105', LINE_ITEM_DESCRIPTION: 'Call: Muller   (urgent)' }],
  });
});

it('splits what Xero takes in one file', async () => {
  for (let count = 0; count < 151; count += 1) await of().record({ amountCents: 100 + count });
  const { _id } = await of().close();
  await of().save('xero-journal', { accounts: { [of().call]: '400' }, contraAccount: '610' });
  const reply = await of().file(_id, 'xero-journal');
  expect(reply.headers['content-type']).toBe('application/zip');
  const files = unzip(reply.rawPayload);
  const posted = [...files.values()].map((text) => readXero(Buffer.from(text)));
  expect(posted.map(({ length }) => length)).toEqual([150, 1]);
  expect(
    posted
      .flat()
      .map(({ cents }) => Number(cents))
      .toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: 151 }, (_, index) => 100 + index));
  expect([...files.keys()][1]).toMatch(/-151-rows-R264\.25-part-2\.csv$/);
});

it('splits what QuickBooks takes in one file, each in balance', async () => {
  for (let count = 0; count < 334; count += 1) await of().record({ amountCents: 100 + count });
  const { _id } = await of().close();
  const codes = { accounts: { [of().call]: '400' }, contraAccount: '610', vatAccount: '800' };
  await of().save('quickbooks-journal', codes);
  const reply = await of().file(_id, 'quickbooks-journal');
  const files = [...unzip(reply.rawPayload).values()];
  expect(files.map((text) => readQuickBooks(Buffer.from(text)).length)).toEqual([333, 1]);
  expect(files.every((text) => text.split('\r\n').length <= 1_001)).toBe(true);
  const journals = files.map((text) => new Set(text.match(/^R\d+-[\d-]+/gm)));
  expect(journals.map(({ size }) => size)).toEqual([1, 1]);
  expect(new Set(journals.flatMap((each) => [...each])).size).toBe(2);
});

it('writes an own layout, also of fixed width', async () => {
  await of().record({ amountCents: 123_456, narration: 'A long narration' });
  const { _id } = await of().close();
  const layout = await of().addLayout();
  expect((await of().file(_id, layout._id)).body).toBe(
    'Day;Matter;Amount;Text\r\n05/03/2026;M-1;1234,56;A long narra\r\n',
  );
  const fixed = await of().addLayout({
    name: 'Fixed',
    header: false,
    delimiter: null,
    lineEnd: 'lf',
    records: 2,
    columns: [
      { field: 'legAccount', width: 6 },
      { field: 'legAmount', width: 10, align: 'right', pad: '0', decimalMark: 'none' },
      { constant: 'ZAR', width: 4 },
      { field: 'date', width: 8, date: 'yyyymmdd' },
    ],
  });
  expect(fixed.needs).toEqual(['accounts', 'contraAccount']);
  await of().save(fixed._id, { accounts: { [of().call]: '4000' }, contraAccount: '7000' });
  test.clock.advance(1000);
  expect((await of().file(_id, fixed._id)).body).toBe(
    '7000  0000123456ZAR 20260305\n4000  -000123456ZAR 20260305\n',
  );
  const names = async () => (await of().getExport(_id)).postings.map(({ name }) => name);
  expect(await names()).toEqual(['Fixed', ownLayout.name]);
  test.clock.advance(1000);
  await of().file(_id, layout._id);
  expect(await names()).toEqual([ownLayout.name, 'Fixed']);
});

it.each(['not-a-layout', newId()])('answers the unknown layout %s', async (id) => {
  await of().record();
  const { _id } = await of().close();
  expect(await of().file(_id, id)).toAnswer(id === 'not-a-layout' ? 400 : 404);
});

it.each([
  ['taxType', 1],
  ['legTaxType', 2],
] as const)('asks for the words of the VAT in a column %s', async (field, records) => {
  const plain = { name: 'Plain', header: false, records, columns: [{ field }, { field: 'gross' }] };
  const { _id: layout, needs } = await of().addLayout(plain);
  expect(needs).toEqual(['taxTypes']);
  await of().record({ amountCents: 100 });
  const before = await of().close();
  expect(await of().file(before._id, layout)).toAnswer(200);
  const vat = { vatTreatment: 'cost', vatBasisPoints: 1500, vatIncluded: false };
  await of().record({ amountCents: 1000, ...vat });
  await of().recordCopies({ amountCents: 500, vatTreatment: 'agent' });
  const { _id } = await of().close();
  const refused = await of().file(_id, layout);
  expect(refused).toAnswer(422, { code: 'layout_incomplete' });
  const { fields } = refused.json<{ fields: object }>();
  expect(Object.keys(fields).toSorted()).toEqual(['taxTypes.agent', 'taxTypes.cost']);
  await of().save(layout, { accounts: {}, taxTypes: { cost: 'STD', agent: 'OUT' } });
  const rows = (await of().file(_id, layout)).body.trimEnd().split('\r\n');
  expect(rows.filter((row) => !row.startsWith(',')).toSorted()).toEqual(['OUT,5.00', 'STD,11.50']);
});
