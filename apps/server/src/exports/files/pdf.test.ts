import { buffer } from 'node:stream/consumers';
import { exportColumns } from '@recoup/contract/exports/files';
import { formatRand } from '@recoup/contract/core/money';
import PdfDocument from 'pdfkit';
import { expect, it, vi } from 'vitest';
import { formulaPayloads } from '../../../test/formulas.ts';
import { type DrawnText, pagesOf, readPdf } from '../../../test/pdf-text.ts';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import { pdfColumns, sheet } from './pdf-columns.ts';
import { pdf } from './pdf.ts';

const facts = {
  title: 'Recoup export 7',
  firmName: 'Müller & Söhne Inc.',
  logo: null,
  period: '2026-03-01 to 2026-03-31',
  createdAt: new Date('2026-04-01T08:00:00Z'),
  vatNumber: null,
  hasVat: false,
};
const line = (
  matterNumber: string,
  amountCents: number,
  narration: string | null = null,
): ExportLine => ({
  date: '2026-03-05',
  matterNumber,
  client: 'Ngwenya CC',
  matterDescription: 'Transfer of Erf 12',
  attorney: 'Thabo Mokoena',
  disbursementType: 'Call',
  minutes: 4,
  quantity: null,
  amountCents,
  narration,
});

it('shows firm, period, page number and column titles on each page', async () => {
  const pages = await read(Array.from({ length: 120 }, (_, index) => line(`M${index % 3}`, 100)));
  expect(pages.length).toBeGreaterThan(2);
  const names = exportColumns.filter(
    (name) => !['Matter Number', 'Client', 'Matter'].includes(name),
  );
  for (const [index, page] of pages.entries()) {
    expect(page.slice(0, 3)).toEqual([
      facts.firmName,
      `${facts.title} · ${facts.period}`,
      `Page ${index + 1} of ${pages.length}`,
    ]);
    expect(page.slice(3, 10).toSorted()).toEqual(names.toSorted());
  }
});

it('shows each entry, a subtotal for each matter, and the exact grand total', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => line(`M${index % 7}`, 3333 + index));
  const words = (await read(lines)).flat();
  for (let matter = 0; matter < 7; matter += 1) {
    const sum = lines
      .filter((_, index) => index % 7 === matter)
      .reduce((total, { amountCents }) => total + amountCents, 0);
    expect(words[words.indexOf(`Subtotal M${matter}`) + 1]).toBe(formatRand(sum));
  }
  for (const { amountCents } of lines) expect(words).toContain(formatRand(amountCents));
  const sum = formatRand(200 * 3333 + (199 * 200) / 2);
  const last = ['Total of 200 entries', 'By disbursement type', 'By attorney', 'Thabo Mokoena'];
  for (const title of last.filter((each) => !each.startsWith('By')))
    expect(words[words.lastIndexOf(title) + 1]).toBe(sum);
  expect(words.filter((word) => last.includes(word)).slice(-4)).toEqual(last);
});

it('shows a text that looks like a formula as it was', async () => {
  // The font has no full-width signs, and no cell holds a line end.
  const payloads = formulaPayloads.filter(
    (payload) => payload.length < 40 && !/[\t\r\n\uFF00-\uFFEF]/.test(payload),
  );
  const words = (await read(payloads.map((payload) => line('M1', 1, payload)))).flat();
  for (const payload of payloads) expect(words).toContain(payload);
});

const foot = 'Texts that end with … are shortened here. They are whole in the CSV and the XLSX.';

/** Without a glyph, shaped, composed, with marks, wide, and of one word. */
const oddTexts = [
  '\u{1F1E6}',
  'ﷺ',
  '漢',
  'क्षत्रिय ',
  '👨‍👩‍👧☎️ ',
  'السلام عليكم ',
  'لا',
  'שָׁלוֹם ',
  'A\u0300\u0301',
  'ﬃ',
  'W',
  'Transfer ',
];

it.each(oddTexts)('keeps every column within its place: %s', async (piece) => {
  const narration = piece.repeat(Math.floor(1000 / piece.length));
  const pages = await drawn([
    {
      ...line(piece.repeat(30), 1, narration),
      attorney: piece.repeat(20),
      matterDescription: narration,
    },
  ]);
  for (const { text, x, width } of pages.flat()) {
    const column = pdfColumns(false).find(
      ({ x: left, align }) => align === 'left' && Math.abs(left - x) < 0.5,
    );
    const isCell = column !== undefined && column.x > sheet.margin;
    const end = isCell ? column.x + column.width : sheet.width - sheet.margin;
    expect([text, x + width <= end + 0.5]).toEqual([text, true]);
  }
  expect(pages.flat().some(({ text }) => text === foot)).toBe(true);
});

it('joins the letters of a script that is written so', async () => {
  const letters = ['سلام', ...'سلام'];
  const [page = []] = await drawn(letters.map((narration) => line('M1', 1, narration)));
  const narrations = page.filter(({ text }) => /^\p{Script=Arabic}+$/u.test(text));
  const [joined = 0, ...apart] = narrations.map(({ width }) => width);
  expect(apart).toHaveLength(4);
  expect(joined).toBeLessThan(apart.reduce((sum, width) => sum + width, 0) - 1);
});

it('replaces characters that the font lacks, and drops invisible ones', async () => {
  const [page = []] = await read([line('M1', 1, '漢a\u{1F1E6}b☎\uFE0F\u{E0101}')]);
  expect(page).toContain('\uFFFDa\uFFFDb☎');
});

it('keeps the names of firms and matters beside the page and the sum', async () => {
  const name = 'W'.repeat(100);
  const [page = []] = await drawn([line('W'.repeat(100), 1)], { firmName: name });
  const ends = (begin: RegExp) =>
    page.filter(({ text }) => begin.test(text)).map(({ x, width }) => x + width);
  expect(Math.max(...ends(/^W+ …$/))).toBeLessThan(
    page.find(({ text }) => text.startsWith('Page '))?.x ?? 0,
  );
  expect(Math.max(...ends(/^Subtotal /))).toBeLessThan(
    page.findLast(({ text }) => text === formatRand(1))?.x ?? 0,
  );
});

it('writes sums of net, VAT and gross smaller before they reach into each other', async () => {
  const [netCents, vatCents] = [999_999_999_99, 150_000_000_00];
  const vat = { treatment: 'cost', percent: 15, netCents, vatCents } as const;
  const most = Array.from({ length: 100 }, () => ({
    ...line('M1', netCents),
    vat: { ...vat, grossCents: netCents + vatCents },
  }));
  const [page = []] = (await drawn(most, { hasVat: true })).slice(-1);
  const sums = page.filter(({ text }) => /^R\s[\d\s]{13,}/.test(text));
  expect(sums.length).toBeGreaterThan(6);
  for (const { x, width, y } of sums)
    expect(page.filter((other) => other.y === y && other.x > x && other.x < x + width)).toEqual([]);
});

it('notes shortened texts at the foot of their page alone', async () => {
  const pages = await read([
    ...Array.from({ length: 60 }, () => line('M1', 1, 'short')),
    line('M2', 1, 'a long text '.repeat(80)),
  ]);
  expect(pages.map((page) => page.includes(foot))).toEqual([false, true, false]);
});

it('yields to other requests while it draws a page', async () => {
  const lines = Array.from({ length: 20 }, () => line('M1', 100));
  let turns = 0;
  const draw = PdfDocument.prototype.addContent;
  const turnsAtDraw: number[] = [];
  vi.spyOn(PdfDocument.prototype, 'addContent').mockImplementation(function (
    this: PDFKit.PDFDocument,
    ...input: Parameters<typeof draw>
  ) {
    turnsAtDraw.push(turns);
    const end = performance.now() + 1;
    while (performance.now() < end);
    return draw.apply(this, input);
  });
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const pages = await read(lines);
  isDone = true;
  vi.restoreAllMocks();
  expect(pages).toHaveLength(1);
  expect(new Set(turnsAtDraw).size).toBeGreaterThan(1);
});

async function read(lines: readonly ExportLine[]): Promise<string[][]> {
  return readPdf(await buffer(pdf([...lines], facts)));
}

async function drawn(
  lines: readonly ExportLine[],
  more: { firmName?: string; hasVat?: boolean } = {},
): Promise<DrawnText[][]> {
  return pagesOf(await buffer(pdf([...lines], { ...facts, ...more })));
}
