import { turnsDuring } from '../../../test/turns.ts';
import { layoutForm } from '@recoup/contract/posting/layouts';
import { expect, it } from 'vitest';
import { batchesOf, base, settings, withVat } from '../../../test/posting-readers/posting-lines.ts';
import type { PostingLine } from './posting-line.ts';
import { checkLines, postingBytes, splitLines } from './posting-stream.ts';

async function write(form: object, lines: readonly PostingLine[] = [base], input: object = {}) {
  const layout = layoutForm.parse({ header: false, lineEnd: 'lf', ...form });
  const facts = {
    exportNumber: 17,
    exportDay: '2026-03-31',
    firmName: '',
    settings: { ...settings, ...input },
  };
  const { findings, file } = await checkLines(batchesOf(lines), { layout, file: facts });
  const pieces: Buffer[] = [];
  for await (const piece of postingBytes(batchesOf(lines), { layout, file })) pieces.push(piece);
  return { bytes: Buffer.concat(pieces), messages: findings.rows.map(({ message }) => message) };
}

const amounts = [123_456, -5, 0].map((amountCents) => ({ ...base, amountCents }));
it.each([
  [{}, '1234.56 -0.05 0.00'],
  [{ sign: 'trailing-minus' }, '1234.56 0.05- 0.00'],
  [{ sign: 'brackets' }, '1234.56 (0.05) 0.00'],
  [{ sign: 'opposite' }, '-1234.56 0.05 0.00'],
  [{ decimalMark: 'none' }, '123456 -5 0'],
  [{ decimalMark: ',' }, '"1234,56" "-0,05" "0,00"'],
  [{ width: 9, pad: '0' }, '001234.56 -00000.05 000000.00'],
  [{ width: 9, pad: '0', sign: 'brackets' }, '001234.56 (0000.05) 000000.00'],
  [{ width: 9, align: 'right', pad: ' ' }, '  1234.56     -0.05      0.00'],
])('writes amounts with %j', async (column, expected) => {
  const { bytes } = await write({ columns: [{ field: 'amount', ...column }] }, amounts);
  expect(bytes.toString().trimEnd().split('\n').join(' ')).toBe(expected);
});

it.each([
  ['yyyymmdd', '20260305'],
  ['dd/mm/yy', '05/03/26'],
  ['dd mmm yyyy', '05 Mar 2026'],
  ['mm.dd.yyyy', '03.05.2026'],
])('writes a day as %s', async (date, expected) => {
  expect((await write({ columns: [{ field: 'date', date }] })).bytes.toString()).toBe(
    `${expected}\n`,
  );
});

const text = 'Zoë “Łódź” €5 – ½ 漢 😀';
it.each([
  ['utf-8', Buffer.from(`${text}\n`)],
  ['utf-8-bom', Buffer.from(`\uFEFF${text}\n`)],
  [
    'windows-1252',
    Buffer.from('Zo\u00EB \u0093L\u00F3dz\u0094 \u00805 \u0096 \u00BD ? ?\n', 'latin1'),
  ],
  ['ascii', Buffer.from('Zoe "Lodz" EUR5 - ? ? ?\n')],
])('writes a text in %s', async (encoding, expected) => {
  const columns = [{ field: 'narration', fit: 'cut' }];
  const form = { encoding, delimiter: '|', quote: 'never', columns };
  const { bytes } = await write(form, [{ ...base, narration: text }]);
  expect(bytes).toEqual(expected);
});

it('rejects what a key’s column cannot hold, and cuts a narration', async () => {
  const line = { ...base, matterNumber: 'Ł-1', narration: 'Call with the client' };
  const key = { field: 'matterNumber', width: 2 };
  const cut = { field: 'narration', width: 6, fit: 'cut' };
  const { messages, bytes } = await write({ columns: [key, cut] }, [line]);
  expect(messages).toEqual(['Matter Ł-1, 5 March 2026: “Ł-1” is longer than 2 characters.']);
  expect(bytes.toString()).toMatch(/,Call w\n$/);
  const ascii = await write({ encoding: 'ascii', columns: [{ field: 'matterNumber' }] }, [line]);
  expect(ascii.messages).toEqual([
    'Matter Ł-1, 5 March 2026: “Ł-1” has “Ł”, which ascii cannot hold.',
  ]);
});

it('quotes each cell, none, or those that need it', async () => {
  const columns = [
    { field: 'client' },
    { constant: 'a"b' },
    { field: 'minutes' },
    { constant: '' },
  ];
  const of = async (quote: string) =>
    (await write({ quote, columns }, [{ ...base, client: 'Botha, P' }])).bytes.toString();
  expect(await of('when-needed')).toBe('"Botha, P","a""b",12,\n');
  expect(await of('always')).toBe('"Botha, P","a""b","12",""\n');
  const never = await write({ quote: 'never', columns }, [{ ...base, client: 'Botha, P' }]);
  expect(never.messages).toEqual([
    'Matter M-1, 5 March 2026: “Botha, P” has the delimiter of the file.',
  ]);
});

it('rejects an amount whose decimal mark would begin another cell', async () => {
  const parsed = layoutForm.parse({ columns: [{ field: 'amount', decimalMark: ',' }] });
  const layout = { ...parsed, quote: 'never' } as const;
  const facts = { exportNumber: 17, exportDay: '2026-03-31', firmName: '', settings };
  const { findings } = await checkLines(batchesOf([base]), { layout, file: facts });
  expect(findings.rows).toEqual([
    {
      row: 2,
      column: 'amount',
      message: 'Matter M-1, 5 March 2026: “33,00” has the delimiter of the file.',
    },
  ]);
});

it('escapes a narration that a spreadsheet would run', async () => {
  const columns = [{ field: 'narration', fit: 'cut', width: 9 }];
  const { bytes } = await write({ columns }, [{ ...base, narration: '=1+1\n=2' }]);
  expect(bytes.toString()).toBe("'=1+1 =2\n");
});

it.each([['=1+1'], ["=cmd|' /C calc'!A1"], ['@SUM(1)'], ['+A1'], ['-2+3']])(
  'rejects the code %s of a firm, which a spreadsheet would run',
  async (code) => {
    const value = {
      accounts: { [base.typeId]: code },
      contraAccount: code,
      taxTypes: { none: code },
    };
    const fields = ['account', 'contraAccount', 'taxType'].map((field) => ({ field }));
    const columns = [...fields, { title: 'Fixed', constant: code }];
    const of = (form: object) => write({ columns, ...form }, [base], value);
    const message = `Matter M-1, 5 March 2026: A spreadsheet would run “${code}” as a formula.`;
    expect((await of({})).messages).toEqual(columns.map(() => message));
    expect((await of({ delimiter: '\t', quote: 'never' })).messages).toEqual(
      columns.map(() => message),
    );
  },
);

it('keeps numbers, signs and old codes of a firm', async () => {
  const columns = ['-1.5', '+27', '-', '@4000', '#12'].map((constant) => ({ constant }));
  const { bytes, messages } = await write({ columns });
  expect([bytes.toString(), messages]).toEqual(['-1.5,+27,-,@4000,#12\n', []]);
});

it('splits lines into pieces without losing one', async () => {
  const lines = Array.from({ length: 7 }, (_, index) => ({ ...base, amountCents: index }));
  const pieces = splitLines(batchesOf(lines), 3);
  const sizes: number[][] = [];
  for (let count = 0; count < 4; count += 1) {
    const piece: number[] = [];
    for await (const batch of pieces.next())
      piece.push(...batch.map(({ amountCents }) => amountCents));
    sizes.push(piece);
  }
  expect(sizes).toEqual([[0, 1, 2], [3, 4, 5], [6], []]);
});

const wide = layoutForm.parse({
  header: false,
  delimiter: null,
  records: 2,
  columns: Array.from({ length: 100 }, () => ({ field: 'narration', fit: 'cut', width: 100 })),
});
const fixed = { header: false, delimiter: null };
const file = { exportNumber: 1, exportDay: '2026-03-31', firmName: '', settings };

it('hands a wide file on in small pieces, and lets other work in between', async () => {
  const lines = Array.from({ length: 2_500 }, () => ({
    ...base,
    narration: 'é; =1+1 '.repeat(120),
  }));
  const { findings, file: checked } = await checkLines(batchesOf(lines), { layout: wide, file });
  // Twenty milliseconds and more of work, on a fast machine too.
  const many = Array.from({ length: 6 }, () => lines).flat();
  const check = await turnsDuring(async () => checkLines(batchesOf(many), { layout: wide, file }));
  const sizes: number[] = [];
  const { turns } = await turnsDuring(async () => {
    for await (const piece of postingBytes(batchesOf(lines), { layout: wide, file: checked }))
      sizes.push(piece.length);
  });
  expect(findings.rejected).toBe(0);
  expect(check.turns).toBeGreaterThan(3);
  expect(turns).toBeGreaterThan(3);
  expect(Math.max(...sizes)).toBeLessThan(200_000);
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(2_500 * 2 * 100 * 100);
});

it.each([
  ['constants', { constant: 'x'.repeat(200) }, {}],
  ['cells without a value, of fixed width', { field: 'voucher', fit: 'cut', width: 200 }, fixed],
])('does not read on once a file of %s would be too large', async (_, column, form) => {
  const columns = Array.from({ length: 100 }, () => column);
  const layout = layoutForm.parse({ ...form, columns });
  async function* endless() {
    for (;;) yield Array.from({ length: 1_000 }, () => base);
  }
  const { findings, total } = await checkLines(endless(), { layout, file });
  expect(findings.isTooLarge).toBe(true);
  expect(total.rows).toBeLessThan(50_002);
});

it('quotes no more than the beginning of a long text', async () => {
  const form = { columns: [{ field: 'narration', width: 10 }] };
  const { messages } = await write(form, [{ ...base, narration: 'A long story '.repeat(70) }]);
  expect(messages[0]).toMatch(/“A long story .{50,90}…” is longer than 10 characters\.$/);
});

it.each([
  [{ delimiter: ';', quote: 'never' }, "'=HYPERLINK(1)"],
  [{ delimiter: '\t', quote: 'never' }, "'=HYPERLINK(1)"],
  [{ delimiter: '|', quote: 'when-needed' }, "'=HYPERLINK(1)"],
  [{ delimiter: null }, '=HYPERLINK(1)  '],
])('keeps a formula from running in a file of %j', async (form, expected) => {
  const columns = [{ field: 'narration', fit: 'cut', width: 15 }];
  const { bytes } = await write({ ...form, columns }, [{ ...base, narration: '=HYPERLINK(1)' }]);
  expect(bytes.toString()).toBe(`${expected}\n`);
});

it('refuses a formula where nothing is cut or quoted', async () => {
  const form = { delimiter: ';', quote: 'never', columns: [{ field: 'narration' }] };
  const { messages } = await write(form, [{ ...base, narration: '=1+1' }]);
  expect(messages[0]).toContain('A spreadsheet would run “=1+1” as a formula.');
});

const charge = withVat(base, 'cost');
const reversal = withVat({ ...base, amountCents: -3300 }, 'cost');

/** The rejected rows of a file with a charge and its reversal. */
async function rejected(columns: object[], records = 1) {
  const layout = layoutForm.parse({ records, columns });
  const given = { exportNumber: 17, exportDay: '2026-03-31', firmName: '', settings };
  const { findings } = await checkLines(batchesOf([charge, reversal]), { layout, file: given });
  return findings.rows.map(({ row, column }) => `${row} ${column}`);
}

const unsigned = (field: string) => ({ field, sign: 'none' });
it.each([['amount'], ['net'], ['vat'], ['gross'], ['legAmount']])(
  'rejects a reversal whose %s would lose its sign',
  async (field) => {
    expect(await rejected([unsigned(field)])).toEqual([`3 ${field}`]);
    expect(await rejected([{ field: 'debitMatter' }, unsigned(field)])).toEqual([`3 ${field}`]);
  },
);

it.each([
  [['debitSide', 'creditSide']],
  [['debitMatter', 'creditMatter']],
  [['debitAccount', 'creditAccount']],
  [['debit', 'credit']],
])('writes a reversal without a sign where %j say its direction', async (names) => {
  const columns = names.map((field) => ({ field }));
  expect(await rejected([...columns, unsigned('gross'), unsigned('vat')])).toEqual([]);
});

it('rejects a credit without its sign beside the debit of the entry', async () => {
  const swapped = [{ field: 'debitSide' }, { field: 'creditSide' }];
  expect(await rejected([...swapped, unsigned('legAmount')], 2)).toEqual([
    '2 legAmount',
    '3 legAmount',
  ]);
  expect(await rejected([unsigned('gross'), { field: 'debit' }, { field: 'credit' }], 2)).toEqual(
    [],
  );
});

it('rejects an amount that has no column of its side', async () => {
  expect(await rejected([{ field: 'debit' }])).toEqual(['3 debit']);
  expect(await rejected([{ field: 'credit' }])).toEqual(['2 credit']);
  expect(await rejected([{ field: 'debit' }], 2)).toEqual(['3 debit']);
  expect(await rejected([{ field: 'credit' }], 2)).toEqual(['3 credit']);
  expect(await rejected([{ field: 'debit' }, { field: 'gross' }])).toEqual([]);
});
