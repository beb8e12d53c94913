import { formatRand } from '@recoup/contract/core/money';
import { expect, it } from 'vitest';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import { paginate } from './pdf-layout.ts';

const wrap = (text: string): string[] => [text];
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
    wrap,
  );
  const said = page.map((item) => ('amount' in item ? `${item.title}: ${item.amount}` : item.kind));
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
  ]);
});

it('lists each entry once over many pages, and never isolates a title or subtotal', async () => {
  const lines = Array.from({ length: 1000 }, (_, index) => line(`M${index % 37}`, index));
  const pages = await paginate(lines, wrap);
  expect(pages.flat().filter(({ kind }) => kind === 'entry')).toHaveLength(1000);
  for (const page of pages) expect(page.at(-1)?.kind).not.toBe('matter');
  for (const page of pages.slice(0, -1)) expect(page[0]?.kind).toBe('matter');
  expect(pages[1]?.[0]).toMatchObject({ title: expect.stringContaining('(continued)') });
  expect(pages.at(-1)?.at(-1)).toMatchObject({ kind: 'total', amount: formatRand(499_500) });
});

/** How often other requests have a turn while the work goes on. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

it('yields to other requests once a page, and after each slow entry', async () => {
  const lines = Array.from({ length: 1000 }, (_, index) => line('M1', index));
  const pages = await paginate(lines, wrap);
  expect(await turnsDuring(async () => paginate(lines, wrap))).toBeGreaterThanOrEqual(pages.length);
  const slowly: typeof wrap = (...text) => {
    const end = performance.now() + 2;
    while (performance.now() < end);
    return wrap(...text);
  };
  expect(
    await turnsDuring(async () => paginate(lines.slice(0, 50), slowly)),
  ).toBeGreaterThanOrEqual(50);
});
