import { turnsDuring } from '../../../test/turns.ts';
import { formatRand } from '@recoup/contract/core/money';
import { expect, it } from 'vitest';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import { pdfColumns } from './pdf-columns.ts';
import { paginate } from './pdf-layout.ts';

const wrap = (text: string): string[] => [text];
const format = { wrap, columns: pdfColumns(false), hasVat: false };
const line = (matterNumber: string, amountCents: number): ExportLine => ({
  date: '2026-03-05',
  matterNumber,
  client: null,
  matterDescription: 'Matter',
  attorney: 'Thabo Mokoena',
  disbursementType: 'Call',
  minutes: 4,
  quantity: null,
  amountCents,
  narration: null,
});

it('groups entries by matter with subtotals, and ends with the exact grand total', async () => {
  const [page = []] = await paginate(
    [line('B', 10), line('A', 3333), line('B', 5), line('A', 1)],
    format,
  );
  const said = page.map((item) =>
    'amounts' in item ? [item.title, ...item.amounts].join(': ') : item.kind,
  );
  expect(said).toEqual([
    'matter',
    'entry',
    'entry',
    `Subtotal A: ${formatRand(3334)}`,
    'matter',
    'entry',
    'entry',
    `Subtotal B: ${formatRand(15)}`,
    `Total of 4 entries: ${formatRand(3349)}`,
    'By disbursement type',
    `Call: ${formatRand(3349)}`,
    'By attorney',
    `Thabo Mokoena: ${formatRand(3349)}`,
  ]);
});

it('sorts attorneys and types as people expect, É with E', async () => {
  const names = ['Riaan', 'Étienne', 'Łukasz', 'Eva'];
  const lines = names.map((name) => ({ ...line('A', 1), attorney: name, disbursementType: name }));
  const [page = []] = await paginate(lines, format);
  const sorted = ['Étienne', 'Eva', 'Łukasz', 'Riaan'];
  const titles = page.flatMap((item) => ('title' in item ? [item.title] : []));
  expect(titles.slice(-10)).toEqual(['By disbursement type', ...sorted, 'By attorney', ...sorted]);
});

it('lists each entry once over many pages, and never isolates a title or subtotal', async () => {
  const lines = Array.from({ length: 1000 }, (_, index) => line(`M${index % 37}`, index));
  const pages = await paginate(lines, format);
  expect(pages.flat().filter(({ kind }) => kind === 'entry')).toHaveLength(1000);
  for (const page of pages) expect(page.at(-1)?.kind).not.toBe('matter');
  for (const page of pages.slice(0, -1)) expect(page[0]?.kind).toBe('matter');
  expect(pages[1]?.[0]).toMatchObject({ title: expect.stringContaining('(continued)') });
  expect(pages.flat().find(({ kind }) => kind === 'total')).toMatchObject({
    amounts: [formatRand(499_500)],
  });
});

it('sums net, VAT and gross of each type and attorney', async () => {
  const vat = (netCents: number, vatCents: number) => ({
    treatment: 'cost' as const,
    percent: 15,
    netCents,
    vatCents,
    grossCents: netCents + vatCents,
  });
  const [page = []] = await paginate(
    [
      { ...line('A', 100), vat: vat(100, 15) },
      { ...line('A', 200), disbursementType: 'Bundles', attorney: 'Ann', vat: vat(200, 30) },
      { ...line('A', -100), vat: vat(-100, -15) },
    ],
    { ...format, columns: pdfColumns(true), hasVat: true },
  );
  const sums = page.flatMap((item) => ('amounts' in item ? [[item.title, ...item.amounts]] : []));
  const row = (title: string, ...cents: number[]) => [
    title,
    ...cents.map((each) => formatRand(each)),
  ];
  expect(sums).toEqual([
    row('Subtotal A', 200, 30, 230),
    row('Total of 3 entries', 200, 30, 230),
    ['By disbursement type'],
    row('Bundles', 200, 30, 230),
    row('Call', 0, 0, 0),
    ['By attorney'],
    row('Ann', 200, 30, 230),
    row('Thabo Mokoena', 0, 0, 0),
  ]);
});

it('yields to other requests after each slow entry', async () => {
  const lines = Array.from({ length: 50 }, (_, index) => line('M1', index));
  const slowly: typeof wrap = (...text) => {
    const end = performance.now() + 2;
    while (performance.now() < end);
    return wrap(...text);
  };
  const { turns } = await turnsDuring(async () => paginate(lines, { ...format, wrap: slowly }));
  expect(turns).toBeGreaterThanOrEqual(50);
});
