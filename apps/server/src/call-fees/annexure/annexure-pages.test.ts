import { buffer } from 'node:stream/consumers';
import { maxEntryCents } from '@recoup/contract/core/money';
import { expect, it } from 'vitest';
import {
  annexure,
  bands,
  call,
  every,
  listsIn,
  madeAt,
  read,
  sheriff,
  thabo,
} from '../../../test/annexures.ts';
import { type DrawnText, pagesOf } from '../../../test/pdf-text.ts';
import type { Annexure, AnnexureAttorney } from './annexure-texts.ts';
import { annexurePdf } from './annexure-pdf.ts';
import { sheet } from '../../platform/pdf/sheet.ts';

it('tells when it was made, not the day that it is printed for, and its language', async () => {
  const bytes = await buffer(
    annexurePdf({ ...annexure([thabo(sheriff)]), on: '2098-01-01' }, madeAt),
  );
  expect(bytes.toString('latin1')).toMatch(/\(D:20261120083000Z\)/);
  expect(bytes.toString('latin1')).toContain('/Lang (en-ZA)');
});

it('fits two types with all rows, other disbursements and the signatures on a page', async () => {
  const full = [
    ...bands([0, 5, 3300], [5, 10, 6600], [10, 15, 9900], [15, 20, 11_300]),
    every(5, 1250),
  ];
  const ordinary = thabo(call('Call', full), call('Consultation', full), sheriff, sheriff);
  expect(await read([ordinary])).toHaveLength(1);
});

it('begins each attorney on a new page, and numbers the pages of the whole file', async () => {
  const many = Array.from({ length: 15 }, (_, index) => call(`Call ${index}`));
  const pages = await read([thabo(...many), { ...thabo(sheriff), name: 'Lerato Nkosi' }]);
  expect(pages.map((page) => page.slice(-2))).toEqual(
    pages.map((_, index) => [
      index === pages.length - 1 ? 'Lerato Nkosi' : 'Thabo Mokoena',
      `Page ${index + 1} of ${pages.length}`,
    ]),
  );
  expect(pages.filter((page) => page[1]?.startsWith('Annexure: '))).toHaveLength(2);
});

it.each(Array.from({ length: 12 }, (_, count) => count + 1))(
  'never leaves the signatures alone on a page after %i types',
  async (count) => {
    const types = Array.from({ length: count }, (_, index) => call(`Call ${index}`));
    const pages = await read([thabo(...types)]);
    expect(listsIn(pages.flat())).toHaveLength(count);
    expect(listsIn(pages.at(-1) ?? []).length).toBeGreaterThan(0);
    expect(pages.at(-1)).toContain('Signature');
  },
);

it('repeats the heading of a list of disbursements that goes on over pages', async () => {
  const types = Array.from({ length: 120 }, (_, index) => ({ ...sheriff, title: `Type ${index}` }));
  const pages = await read([thabo(...types)]);
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain('Disbursements');
  expect(pages.flat().filter((text) => text.startsWith('Type '))).toHaveLength(120);
});

it.each([
  'W'.repeat(100),
  'A long name of many words '.repeat(4),
  'שָׁלוֹם '.repeat(12),
  'السلام عليكم '.repeat(8),
  '漢'.repeat(100),
  '👨‍👩‍👧☎️ '.repeat(9),
  '=1+1',
])('keeps every text on the sheet and apart: %s', async (name) => {
  const dear = [...bands([0, 5, maxEntryCents], [5, 99, maxEntryCents]), every(1, maxEntryCents)];
  const dated = { validFrom: '2026-09-30', next: { validFrom: '2027-09-30', value: 1 } };
  const pages = await drawn(
    [
      {
        name,
        email: 'a@x.co.za',
        types: [
          call(name, dear),
          { title: name, callFees: null, unitPrice: { ...dated, value: maxEntryCents } },
        ],
      },
    ],
    { firm: { name, logo: null } },
  );
  for (const page of pages) {
    for (const { text, x, width } of page) {
      const isInside = x >= sheet.margin - 0.5 && x + width <= sheet.width - sheet.margin + 0.5;
      expect([text, isInside]).toEqual([text, true]);
    }
    expectApart(page);
  }
});

async function drawn(
  attorneys: readonly AnnexureAttorney[],
  more: Partial<Annexure>,
): Promise<DrawnText[][]> {
  return pagesOf(await buffer(annexurePdf({ ...annexure(attorneys), ...more }, madeAt)));
}

/** No text of a line runs into the next one. */
function expectApart(page: readonly DrawnText[]): void {
  const inOrder = page.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.x - b.x);
  for (const [index, { text, x, y, width }] of inOrder.entries()) {
    const next = inOrder.slice(index + 1).find((other) => Math.abs(other.y - y) < 3);
    expect([text, next?.text, x + width <= (next?.x ?? sheet.width)]).toEqual([
      text,
      next?.text,
      true,
    ]);
  }
}
