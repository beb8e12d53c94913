import { buffer } from 'node:stream/consumers';
import { exportColumns } from '@recoup/contract/export-files';
import { formatRand } from '@recoup/contract/money';
import { expect, it } from 'vitest';
import { formulaPayloads } from '../../test/formulas.ts';
import { readPdf } from '../../test/pdf-text.ts';
import type { ExportLine } from './export-lines.ts';
import { pdf } from './export-pdf.ts';

const facts = {
  title: 'Recoup export 7',
  firmName: 'Müller & Söhne Inc.',
  logo: null,
  period: '2026-03-01 to 2026-03-31',
  createdAt: new Date('2026-04-01T08:00:00Z'),
};
const line = (matterNumber: string, amountCents: number, narration: string | null = null): ExportLine => ({
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

it('says on each page whose file it is, of what period, which page of how many, and what the columns are', async () => {
  const pages = await read(Array.from({ length: 120 }, (_, index) => line(`M${index % 3}`, 100)));
  expect(pages.length).toBeGreaterThan(2);
  const columns = exportColumns.filter((name) => !['Matter Number', 'Client', 'Matter'].includes(name));
  for (const [index, page] of pages.entries()) {
    expect(page.slice(0, 3)).toEqual([facts.firmName, `${facts.title} · ${facts.period}`, `Page ${index + 1} of ${pages.length}`]);
    expect(page.slice(3, 10).toSorted()).toEqual(columns.toSorted());
  }
});

it('shows each entry, a subtotal for each matter, and a grand total of all to the cent', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => line(`M${index % 7}`, 3333 + index));
  const words = (await read(lines)).flat();
  for (let matter = 0; matter < 7; matter += 1) {
    const sum = lines.filter((_, index) => index % 7 === matter).reduce((total, { amountCents }) => total + amountCents, 0);
    expect(words[words.indexOf(`Subtotal M${matter}`) + 1]).toBe(formatRand(sum));
  }
  for (const { amountCents } of lines) expect(words).toContain(formatRand(amountCents));
  expect(words.slice(-2)).toEqual(['Total of 200 entries', formatRand(200 * 3333 + (199 * 200) / 2)]);
});

it('shows a text that looks like a formula as it was', async () => {
  // The font has no full-width signs, and no cell holds a line end.
  const payloads = formulaPayloads.filter((payload) => payload.length < 40 && !/[\t\r\n\uFF00-\uFFEF]/.test(payload));
  const words = (await read(payloads.map((payload) => line('M1', 1, payload)))).flat();
  for (const payload of payloads) expect(words).toContain(payload);
});

async function read(lines: readonly ExportLine[]): Promise<string[][]> {
  return readPdf(await buffer(pdf([...lines], facts)));
}
