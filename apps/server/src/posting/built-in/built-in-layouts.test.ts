import { splitVat, type EntryVatTreatment } from '@recoup/contract/vat/rules';
import { builtInLayouts, type BuiltInLayout } from '@recoup/contract/posting/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Posted,
  readDynamicLta,
  readLegalSuite,
  readQuickBooks,
  readSagePastel,
  readXero,
} from '../../../test/posting-readers/journals.ts';
import { readLedes } from '../../../test/posting-readers/ledes.ts';
import type { PostingLine } from '../engine/posting-line.ts';
import { checkLines, type LineBatches, postingBytes } from '../engine/posting-stream.ts';
import { builtIns } from './built-in-layouts.ts';

const types = { call: '0197-call', copies: '0197-copies' };
const settings = {
  accounts: { [types.call]: '4000000', [types.copies]: '4000010' },
  contraAccount: '7000000',
  firmId: 'MOKOENA',
  clientIds: { 'Botha & Sons': 'C0017', Dlamini: 'C0018' },
  invoiceNumber: 'INV',
};
const base = {
  date: '2026-03-05',
  matterNumber: 'M-1',
  client: 'Botha & Sons',
  matterDescription: 'Botha / Road Accident Fund',
  attorney: 'Lerato Nkosi',
  disbursementType: 'Call',
  minutes: 12,
  quantity: null,
  amountCents: 3300,
  narration: 'Call with the client',
  typeId: types.call,
  entryId: '0197aaaa-0000-7000-8000-000000000001',
  vat: null,
  reverses: null,
  voucher: null,
} as const satisfies PostingLine;

function withVat(line: PostingLine, treatment: EntryVatTreatment, isIncluded = false): PostingLine {
  const percent = treatment === 'cost' ? 15 : 0;
  const vat = splitVat(line.amountCents, { basisPoints: percent * 100, isIncluded });
  return { ...line, vat: { treatment, percent, ...vat } };
}

const copies = {
  ...base,
  date: '2026-03-06',
  matterNumber: 'M-2',
  client: 'Dlamini',
  disbursementType: 'Copies',
  minutes: null,
  quantity: 30,
  amountCents: 7500,
  narration: 'Côpies, “bound”; 30 × A4\nfor | [counsel]',
  typeId: types.copies,
} satisfies PostingLine;
const reversal = { ...base, date: '2026-03-17', amountCents: -3300, minutes: -12, reverses: 'x' };
const plainLines: PostingLine[] = [base, copies, reversal];
const vatLines = [
  withVat(base, 'cost'),
  withVat(copies, 'cost', true),
  withVat(reversal, 'cost'),
  withVat({ ...copies, amountCents: 9999 }, 'agent'),
  withVat({ ...copies, amountCents: 1 }, 'exempt'),
  withVat({ ...copies, amountCents: 12_345_67 }, 'zero'),
];

async function* batchesOf(lines: readonly PostingLine[]): LineBatches {
  for (let at = 0; at < lines.length; at += 2) yield lines.slice(at, at + 2);
}

async function write(id: BuiltInLayout, lines: readonly PostingLine[], given: object = {}) {
  const { layout, taxTypes } = builtIns[id];
  const file = {
    exportNumber: 17,
    exportDay: '2026-03-31',
    firmName: 'Mokoena & Partners',
    settings: { taxTypes, ...settings, ...given },
  };
  const checked = await checkLines(batchesOf(lines), { layout, file });
  const pieces: Buffer[] = [];
  for await (const piece of postingBytes(batchesOf(lines), { layout, file: checked.file }))
    pieces.push(piece);
  const { findings, total } = checked;
  return { bytes: Buffer.concat(pieces), total, rows: findings.rows, missing: findings.missing };
}

const accounts = Object.values(settings.accounts);
const readers: Partial<Record<BuiltInLayout, (bytes: Buffer) => Posted[]>> = {
  legalsuite: readLegalSuite,
  dynamiclta: (bytes) => readDynamicLta(bytes, accounts),
  'sage-pastel': readSagePastel,
  'xero-journal': readXero,
  'quickbooks-journal': readQuickBooks,
};

it.each(builtInLayouts)('keeps the bytes of %s', async (id) => {
  for (const [name, lines] of [
    ['plain', plainLines],
    ['vat', vatLines],
  ] as const) {
    const { bytes, rows, missing } = await write(id, lines);
    expect([rows, [...missing]]).toEqual([[], []]);
    expect((await write(id, lines)).bytes.equals(bytes)).toBe(true);
    const golden = `fixtures/${id}-${name}.txt`;
    await expect(bytes.toString('latin1')).toMatchFileSnapshot(golden);
  }
});

it.each(Object.entries(readers))('posts the same entries with %s', async (id, read) => {
  for (const lines of [plainLines, vatLines]) {
    const { bytes, total } = await write(id as BuiltInLayout, lines); // keys of the table
    const posted = read(bytes);
    const grosses = lines.map((line) => BigInt(line.vat?.grossCents ?? line.amountCents));
    expect(posted.map(({ cents }) => cents)).toEqual(grosses);
    expect(posted.map(({ day }) => day)).toEqual(lines.map(({ date }) => date));
    expect(posted.map(({ account }) => account)).toEqual(
      lines.map(({ typeId }) => (typeId === types.call ? '4000000' : '4000010')),
    );
    expect(total.rows).toBe(lines.length);
    expect(total.sumCents).toBe(grosses.reduce((sum, cents) => sum + cents, 0n));
  }
});

it('names the matter and the voucher for LegalSuite and DynamicLTA', async () => {
  for (const id of ['legalsuite', 'dynamiclta'] as const) {
    const posted = readers[id]?.((await write(id, plainLines)).bytes);
    expect(posted).toMatchObject([
      { matter: 'M-1', text: 'Call: Call with the client', reference: 'R17' },
      { matter: 'M-2', text: 'Copies: Côpies, “bound”; 30 × A4 for | [counsel]' },
      { matter: 'M-1', reference: 'R17' },
    ]);
  }
});

it('says the kind of VAT in each program’s words', async () => {
  const typesOf = async (id: BuiltInLayout) =>
    readers[id]?.((await write(id, vatLines)).bytes).map(({ taxType }) => taxType);
  expect(await typesOf('legalsuite')).toEqual(['1 2', '1 2', '1 2', 'N', 'E 3', 'Z 4']);
  expect(await typesOf('sage-pastel')).toEqual(['1', '1', '1', '0', '0', '0']);
  const sales = 'Standard Rate Sales';
  const none = 'No VAT';
  expect(await typesOf('xero-journal')).toEqual([sales, sales, sales, none, none, none]);
  const own = await write('sage-pastel', vatLines, { taxTypes: { cost: '9', zero: '2' } });
  expect(readSagePastel(own.bytes).map(({ taxType }) => taxType)).toEqual([
    '9',
    '9',
    '9',
    '',
    '',
    '2',
  ]);
});

it('writes the tax, period, reference and contra account of Sage Pastel', async () => {
  const { bytes } = await write('sage-pastel', vatLines, { firstMonth: 7 });
  const [first, , reversed] = readSagePastel(bytes);
  const reference = 'R0000017';
  expect(first).toMatchObject({ vatCents: 495n, period: 9, reference, contraAccount: '7000000' });
  expect(reversed).toMatchObject({ cents: -3795n, vatCents: -495n });
  const march = await write('sage-pastel', [base, { ...base, date: '2026-02-28' }]);
  expect(readSagePastel(march.bytes).map(({ period }) => period)).toEqual([1, 12]);
});

it('posts the VAT of QuickBooks apart where its account is given', async () => {
  const { bytes } = await write('quickbooks-journal', vatLines, { vatAccount: 'VAT' });
  const rows = bytes.toString().split('\r\n').slice(1, 4);
  expect(rows.map((row) => row.split(',').slice(2, 5).join(','))).toEqual([
    '7000000,37.95,',
    '4000000,,33.00',
    'VAT,,4.95',
  ]);
});

it('makes invoices of LEDES that keep its rules', async () => {
  for (const lines of [plainLines, vatLines]) {
    const { lines: read, faults } = readLedes((await write('ledes98bi', lines)).bytes);
    expect(faults).toEqual([]);
    expect(read.map((line) => line['LINE_ITEM_TOTAL'])).toEqual(
      lines.map(({ vat, amountCents }) => ((vat?.grossCents ?? amountCents) / 100).toFixed(2)),
    );
    expect(read[1]).toMatchObject({
      INVOICE_NUMBER: 'INV-17-M-2',
      CLIENT_ID: 'C0018',
      LAW_FIRM_ID: 'MOKOENA',
      LINE_ITEM_EXPENSE_CODE: 'E101',
      LINE_ITEM_DESCRIPTION: 'Copies: Copies, "bound"; 30 x A4 for   (counsel)',
    });
  }
  const { lines: read } = readLedes((await write('ledes98bi', plainLines)).bytes);
  expect(read.map((line) => line['LINE_ITEM_NUMBER_OF_UNITS'])).toEqual(['1', '30', '1']);
});

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc
        .constantFrom('|', '[]', '"', '""', '=', '=1+1', '\n', '\r\n', 'é', '😀', '\t', ',', ';')
        .chain((piece) =>
          fc.constantFrom(piece, ` ${piece}`, `${piece}a`, "'", '€', '–', 'x'.repeat(99)),
        ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join('')),
);
const anyLine = fc
  .record({
    narration: fc.option(hostile),
    amountCents: fc.integer({ min: 1, max: 10_000_000 }),
    isReversal: fc.boolean(),
    isIncluded: fc.boolean(),
    quantity: fc.option(fc.integer({ min: 1, max: 99 })),
    treatment: fc.constantFrom('cost', 'agent', 'zero', 'exempt', 'none'),
    of: fc.constantFrom(base, copies),
  })
  .map(({ isReversal, isIncluded, treatment, of, ...given }): PostingLine => {
    const amountCents = isReversal ? -given.amountCents : given.amountCents;
    const line = { ...of, ...given, amountCents };
    return treatment === 'none' ? line : withVat(line, treatment, isIncluded);
  });

it.each(builtInLayouts)('reads back what %s wrote of hostile narrations', async (id) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 12 }), async (lines) => {
      const { bytes, rows, total } = await write(id, lines);
      expect(rows).toEqual([]);
      const grosses = lines.map((line) => BigInt(line.vat?.grossCents ?? line.amountCents));
      expect(total.sumCents).toBe(grosses.reduce((sum, cents) => sum + cents, 0n));
      const read = readers[id];
      if (read === undefined) {
        const { faults, lines: items } = readLedes(bytes);
        expect(faults).toEqual([]);
        expect(
          items.map((line) => BigInt((line['LINE_ITEM_TOTAL'] ?? '').replace('.', ''))),
        ).toEqual(grosses);
        return;
      }
      const posted = read(bytes);
      expect(posted.map(({ cents }) => cents)).toEqual(grosses);
      const isDangerous = ({ text }: Posted) => /^[\s'"]*[=+@]/.test(text) && !text.startsWith("'");
      expect(posted.filter((entry) => isDangerous(entry))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['legalsuite', { matterNumber: '@17' }, 'Matter1', 'another kind of number'],
  ['legalsuite', { matterNumber: 'Ł-17' }, 'Matter1', 'which windows-1252 cannot hold'],
  ['legalsuite', { matterNumber: '=1+1' }, 'Matter1', 'as a formula'],
  ['sage-pastel', { amountCents: 10_000_000_000_00 }, 'Amount', 'longer than 12'],
  ['ledes98bi', { matterNumber: 'M'.repeat(21) }, 'LAW_FIRM_MATTER_ID', 'longer than 20'],
  ['ledes98bi', { matterNumber: 'É1' }, 'LAW_FIRM_MATTER_ID', 'which ascii cannot hold'],
  ['ledes98bi', { matterNumber: 'A|1' }, 'LAW_FIRM_MATTER_ID', 'the delimiter'],
  ['ledes98bi', { matterNumber: 'A[]1' }, 'LAW_FIRM_MATTER_ID', 'the delimiter'],
  ['ledes98bi', { client: null }, 'client', 'no client'],
  ['ledes98bi', { amountCents: 0 }, 'LINE_ITEM_UNIT_COST', 'R 0.00'],
  ['xero-journal', { typeId: null }, 'accounts', 'any more'],
] as const)('rejects a line of %s with %j', async (id, change, column, words) => {
  const { rows } = await write(id, [base, { ...base, ...change }, base]);
  expect(rows).toContainEqual({ row: 3, column, message: expect.stringContaining(words) });
  expect(rows.filter(({ row }) => row !== 3)).toEqual([]);
});

it.each([
  ['legalsuite', ['accounts.0197-call']],
  ['dynamiclta', ['accounts.0197-call']],
  ['sage-pastel', ['accounts.0197-call', 'contraAccount']],
  ['xero-journal', ['contraAccount', 'accounts.0197-call']],
  ['quickbooks-journal', ['contraAccount', 'accounts.0197-call']],
  ['ledes98bi', ['invoiceNumber', 'clientIds.Botha & Sons', 'firmId']],
] as const)('names the settings that %s lacks', async (id, names) => {
  const none = {
    accounts: {},
    contraAccount: undefined,
    firmId: undefined,
    clientIds: {},
    invoiceNumber: undefined,
  };
  expect([...(await write(id, [base, base], none)).missing.keys()]).toEqual(names);
});

it('lists the first hundred rejected rows and counts all', async () => {
  const { layout } = builtIns.ledes98bi;
  const lines = Array.from({ length: 250 }, () => ({ ...base, amountCents: 0 }));
  const file = { exportNumber: 1, exportDay: '2026-03-31', firmName: '', settings };
  const { findings } = await checkLines(batchesOf(lines), { layout, file });
  expect([findings.rows.length, findings.rejected]).toEqual([100, 250]);
});
