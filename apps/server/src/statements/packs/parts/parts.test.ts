import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { packSections, scheduleTitles } from '@recoup/contract/statements/pack-rules';
import { expect, it } from 'vitest';
import { type DrawnText, pagesOf } from '../../../../test/pdf-text.ts';
import { photo } from '../../../../test/voucher-files.ts';
import type { PackFacts, PackItem, PackVoucher } from '../pack.ts';
import { bundlePdf } from './bundle-pdf.ts';
import { schedulePdf } from './schedule.ts';

const item: PackItem = {
  n: 12,
  entry: 'entry',
  date: '2026-09-02',
  particulars: 'Sheriff’s fee: Service',
  who: 'Thabo Mokoena',
  minutes: null,
  isCall: false,
  grossCents: 123_456_789,
  vatCents: 1_610_230,
  voucherNumber: 'SH 12/2026-004711',
  vouchers: ['V1'],
  isVoucherMissing: false,
};

const facts = (more: Partial<PackFacts>): PackFacts => ({
  firm: { name: 'Nkosi', logo: null, vatNumber: null },
  matter: { number: 'M-1', name: 'Müller', client: null },
  from: null,
  to: null,
  masksNumbers: false,
  settings: { titles: scheduleTitles, order: packSections },
  items: [],
  leftOut: [],
  calls: [],
  vouchers: [],
  ...more,
});

async function readFirstPage(file: NodeJS.ReadableStream) {
  const [page = []] = pagesOf(await buffer(file));
  const texts = page.map((drawn) => ({ ...drawn, text: drawn.text.replaceAll('\u00A0', ' ') }));
  return (text: string | RegExp): DrawnText => {
    const found = texts.find((drawn) =>
      typeof text === 'string' ? drawn.text === text : text.test(drawn.text),
    );
    if (!found) throw new Error(`no ${text.toString()}`);
    return found;
  };
}

it('keeps figures of the schedule apart from the text behind them', async () => {
  const find = await readFirstPage(schedulePdf(facts({ items: [item] })));
  for (const [figures, behind] of [
    ['12', '2 Sep 2026'],
    ['R 16 102.30', 'V1'],
  ] as const) {
    const { x, width } = find(figures);
    expect(find(behind).x - x - width).toBeGreaterThan(12);
  }
  expect(find('SH 12/2026-004711').x).toBe(find('V1').x);
  expect(find('R 1 234 567.89').x).toBeGreaterThan(find('Fee').x + find('Fee').width);
  expect(find('Page total').y - find('Synopsis').y).toBeGreaterThan(20);
});

it('says in the index where the name of a file is cut', async () => {
  const content = await photo();
  const voucher: PackVoucher = {
    voucher: 'voucher',
    name: 'Till slip of a name that is longer than the column for files in the index.jpg',
    kind: 'jpeg',
    bytes: content.length,
    pages: 1,
    shownPages: null,
    sha256: createHash('sha256').update(content).digest('hex'),
    v: 1,
    items: [1],
  };
  const made = { readNext: async () => content, onVoucher: () => {} };
  const of = facts({ items: [item], vouchers: [voucher] });
  const find = await readFirstPage(bundlePdf(of, { ...made, result: { pages: 0, damaged: [] } }));
  expect(find(/^Till slip of a name .* …$/).width).toBeLessThan(220);
});
