import { type BuiltInLayout, builtInLayouts } from '@recoup/contract/posting/rules';
import { expect, it } from 'vitest';
import { readSagePastel } from '../../../test/posting-readers/journals.ts';
import { readLedes } from '../../../test/posting-readers/ledes.ts';
import {
  base,
  batchesOf,
  plainLines,
  readers,
  settings,
  types,
  vatLines,
  writePosting,
  withVat,
  copies,
} from '../../../test/posting-readers/posting-lines.ts';
import { checkLines } from '../engine/posting-stream.ts';
import { builtIns } from './built-in-layouts.ts';
import { splitVat } from '@recoup/contract/vat/rules';
import { calculateUnitCost } from './ledes-layout.ts';
import fc from 'fast-check';
import type { PostingLine } from '../engine/posting-line.ts';

it.each(builtInLayouts)('keeps the bytes of %s', async (id) => {
  for (const [name, lines] of [
    ['plain', plainLines],
    ['vat', vatLines],
  ] as const) {
    const { bytes, rows, missing } = await writePosting(id, lines);
    expect([rows, [...missing]]).toEqual([[], []]);
    expect((await writePosting(id, lines)).bytes.equals(bytes)).toBe(true);
    const golden = `fixtures/${id}-${name}.txt`;
    await expect(bytes.toString('latin1')).toMatchFileSnapshot(golden);
  }
});

it.each(Object.entries(readers))('posts the same entries with %s', async (id, read) => {
  for (const lines of [plainLines, vatLines]) {
    const { bytes, total } = await writePosting(id as BuiltInLayout, lines); // keys of the table
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
    const posted = readers[id]?.((await writePosting(id, plainLines)).bytes);
    expect(posted).toMatchObject([
      { matter: 'M-1', text: 'Call: Call with the client', reference: 'R17' },
      { matter: 'M-2', text: 'Copies: Côpies, “bound”; 30 × A4 for | [counsel]' },
      { matter: 'M-1', reference: 'R17' },
    ]);
  }
});

it('says the kind of VAT in each program’s words', async () => {
  const typesOf = async (id: BuiltInLayout) =>
    readers[id]?.((await writePosting(id, vatLines)).bytes).map(({ taxType }) => taxType);
  expect(await typesOf('legalsuite')).toEqual(['1 2', '1 2', '1 2', 'N', 'E 3', 'Z 4']);
  expect(await typesOf('sage-pastel')).toEqual(['1', '1', '1', '0', '0', '0']);
  const sales = 'Standard Rate Sales';
  const none = 'No VAT';
  expect(await typesOf('xero-journal')).toEqual([sales, sales, sales, none, none, none]);
  const own = await writePosting('sage-pastel', vatLines, { taxTypes: { cost: '9', zero: '2' } });
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
  const { bytes } = await writePosting('sage-pastel', vatLines, { firstMonth: 7 });
  const [first, , reversed] = readSagePastel(bytes);
  const reference = 'R0000017';
  expect(first).toMatchObject({ vatCents: 495n, period: 9, reference, contraAccount: '7000000' });
  expect(reversed).toMatchObject({ cents: -3795n, vatCents: -495n });
  const march = await writePosting('sage-pastel', [base, { ...base, date: '2026-02-28' }]);
  expect(readSagePastel(march.bytes).map(({ period }) => period)).toEqual([1, 12]);
});

it('posts the VAT of QuickBooks apart, and asks for its account', async () => {
  const none = await writePosting('quickbooks-journal', vatLines, { vatAccount: undefined });
  expect([...none.missing.keys()]).toEqual(['vatAccount']);
  const plain = await writePosting('quickbooks-journal', plainLines, { vatAccount: undefined });
  expect([...plain.missing.keys()]).toEqual([]);
  const { bytes } = await writePosting('quickbooks-journal', vatLines, { vatAccount: 'VAT' });
  const rows = bytes.toString().split('\r\n').slice(1, 4);
  expect(rows.map((row) => row.split(',').slice(2, 5).join(','))).toEqual([
    '7000000,37.95,',
    '4000000,,33.00',
    'VAT,,4.95',
  ]);
});

it('writes no line of R 0.00 for QuickBooks, and no name of more than 100 letters', async () => {
  const lines = [
    { ...base, amountCents: 0 },
    { ...base, client: 'x'.repeat(150) },
  ];
  const { bytes, rows } = await writePosting('quickbooks-journal', lines);
  const written = bytes.toString().trimEnd().split('\r\n').slice(1);
  expect(rows).toEqual([]);
  expect(written).toHaveLength(2);
  expect(written.every((row) => row.endsWith(`,${'x'.repeat(100)}`))).toBe(true);
});

it.each(['12', '12345678', 'A234567'])(
  'asks for accounts of Pastel instead of %s',
  async (code) => {
    const accounts = {
      accounts: { ...settings.accounts, [types.call]: code },
      contraAccount: code,
    };
    const { missing } = await writePosting('sage-pastel', plainLines, accounts);
    expect([...missing.keys()]).toEqual([`accounts.${types.call}`, 'contraAccount']);
  },
);

it('makes invoices of LEDES that keep its rules', async () => {
  for (const lines of [plainLines, vatLines]) {
    const { lines: read, faults } = readLedes((await writePosting('ledes98bi', lines)).bytes);
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
  const { lines: read } = readLedes((await writePosting('ledes98bi', plainLines)).bytes);
  expect(read.map((line) => line['LINE_ITEM_NUMBER_OF_UNITS'])).toEqual(['1', '30', '1']);
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
  const { rows } = await writePosting(id, [base, { ...base, ...change }, base]);
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
  expect([...(await writePosting(id, [base, base], none)).missing.keys()]).toEqual(names);
});

it('lists the first hundred rejected rows and counts all', async () => {
  const { layout } = builtIns.ledes98bi;
  const lines = Array.from({ length: 250 }, () => ({ ...base, amountCents: 0 }));
  const file = { exportNumber: 1, exportDay: '2026-03-31', firmName: '', settings };
  const { findings } = await checkLines(batchesOf(lines), { layout, file });
  expect([findings.rows.length, findings.rejected]).toEqual([100, 250]);
});

const quantities = [1, 3, 30];
/** All amounts up to R 200.00 and their reversals, with the quantities in turn. */
const amounts = Array.from({ length: 40_001 }, (_, index) => index - 20_000).filter(
  (cents) => cents !== 0,
);

function costOf(amountCents: number, of: { percent: number; isIncluded: boolean; turn: number }) {
  const { percent, isIncluded, turn } = of;
  const basisPoints = percent * 100;
  const { netCents, vatCents, grossCents } = splitVat(amountCents, { basisPoints, isIncluded });
  const quantity = quantities[(Math.abs(amountCents) + turn) % quantities.length] ?? null;
  const vat = { treatment: 'cost', percent, netCents, vatCents, grossCents } as const;
  const line = { ...base, quantity, vat };
  return {
    ...calculateUnitCost({ line, net: netCents, vat: vatCents, gross: grossCents }),
    ...vat,
  };
}

/** A fraction of a cent in cents, half up in size. */
function toCents(value: number, parts: number): number {
  const size = Math.floor((2 * Math.abs(value) + parts) / (2 * parts));
  return value < 0 && size > 0 ? -size : size;
}

it.each([
  [14, true],
  [14, false],
  [15, true],
  [15, false],
])(
  'keeps net, VAT and total of all small amounts at %i % (included: %s)',
  (percent, isIncluded) => {
    const broken = quantities.flatMap((_, turn) =>
      amounts.filter((amountCents) => {
        const of = costOf(amountCents, { percent, isIncluded, turn });
        // In hundredths of a cent, exactly.
        const product = of.units * Math.round(Number(of.cost) * 10_000);
        const tax = toCents(product * percent, 10_000);
        const total = toCents(product + tax * 100, 100);
        return (
          tax !== of.vatCents || total !== of.grossCents || toCents(product, 100) !== of.netCents
        );
      }),
    );
    expect(broken).toEqual([]);
  },
);

it('has cents where cents keep the rules, and four decimals elsewhere', () => {
  const cost = (amountCents: number, isIncluded: boolean) =>
    costOf(amountCents, { percent: 15, isIncluded, turn: 0 }).cost;
  expect([cost(4, true), cost(-4, true), cost(115, true)]).toEqual(['0.0116', '-0.0116', '1.00']);
  const inFull = amounts.filter((cents) => !/^-?\d+\.\d\d$/.test(cost(cents, false)));
  expect(inFull).toEqual([]);
});

it('keeps the quantity of a price with VAT where four decimals allow it', () => {
  const of = { percent: 15, isIncluded: true, turn: 0 };
  expect(costOf(4, of)).toMatchObject({ units: 3, cost: '0.0116' });
});

it('writes them so that a reader finds no fault', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => [index + 1, -index - 1]).flatMap((pair) =>
    pair.map((amountCents) => withVat({ ...base, amountCents, quantity: 3 }, 'cost', true)),
  );
  const { bytes, rows } = await writePosting('ledes98bi', lines);
  expect([rows, readLedes(bytes).faults]).toEqual([[], []]);
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
  .map(({ isReversal, isIncluded, treatment, of, ...input }): PostingLine => {
    const amountCents = isReversal ? -input.amountCents : input.amountCents;
    const line = { ...of, ...input, amountCents };
    return treatment === 'none' ? line : withVat(line, treatment, isIncluded);
  });

/** The sums of the records, as a reader of the layout finds them, and the faults of LEDES. */
function readBack(id: BuiltInLayout, bytes: Buffer) {
  const posted = readers[id]?.(bytes);
  if (posted !== undefined)
    return { cents: posted.map(({ cents }) => cents), texts: posted.map(({ text }) => text) };
  const { faults, lines } = readLedes(bytes);
  const cents = lines.map((line) => BigInt((line['LINE_ITEM_TOTAL'] ?? '').replace('.', '')));
  return { cents, texts: [], faults };
}

it.each(builtInLayouts)('reads back what %s wrote of hostile narrations', async (id) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 12 }), async (lines) => {
      const { bytes, rows, total } = await writePosting(id, lines);
      const { cents, texts, faults = [] } = readBack(id, bytes);
      expect([rows, faults]).toEqual([[], []]);
      expect(cents).toEqual(lines.map((line) => BigInt(line.vat?.grossCents ?? line.amountCents)));
      expect(total.sumCents).toBe(cents.reduce((sum, part) => sum + part, 0n));
      expect(texts.filter((text) => /^[\s"]*[=+@]/.test(text))).toEqual([]);
      expect(texts.filter((text) => /[\r\n\t]/.test(text))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
