import { turnsDuring } from '../../../test/turns.ts';
import { buffer } from 'node:stream/consumers';
import { priceCents } from '@recoup/contract/call-fees/rules';
import { formatRand, maxEntryCents } from '@recoup/contract/core/money';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import {
  annexure,
  bands,
  call,
  every,
  listsIn,
  madeAt,
  on,
  read,
  sheriff,
  short,
  thabo,
} from '../../../test/annexures.ts';
import type { Annexure, AnnexureType } from './annexure-texts.ts';
import { annexurePdf } from './annexure-pdf.ts';

it('is a document to sign: firm, attorney, day, fees, lines for both, and the page', async () => {
  const pages = await read([thabo(call('Call'))]);
  expect(pages).toHaveLength(1);
  const words = pages[0]?.map((text) => text.replaceAll('\u00A0', ' ')) ?? [];
  expect(words.slice(0, 9)).toEqual([
    'Müller & Söhne Inc.',
    'Annexure: Fees for telephone calls and disbursements',
    'Attorney',
    'Fees on',
    'Thabo Mokoena',
    '23 November 2026',
    'Call',
    'Valid from 1 March 2026',
    'Length',
  ]);
  expect(words.slice(9, 14)).toEqual([
    'Price',
    'up to 5 minutes',
    'R 33.00',
    'each further 5 minutes or part thereof',
    'plus R 12.50',
  ]);
  expect(words.slice(-15)).toEqual([
    'The price depends on the length in minutes. A part of a minute counts as a minute.',
    'Client',
    'Name',
    'Place',
    'Date',
    'Signature',
    'Attorney',
    'Name',
    'Place',
    'Date',
    'Signature',
    'Thabo Mokoena',
    'Müller & Söhne Inc.',
    'Thabo Mokoena',
    'Page 1 of 1',
  ]);
});

it('lists the price of each call of 1 to 60 minutes, for random schedules', async () => {
  const row = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: maxEntryCents }));
  const schedule = fc.tuple(fc.array(row, { minLength: 1, maxLength: 4 }), fc.option(row));
  const schedules = fc.sample(schedule, { numRuns: 200, seed: 18 }).map(([timed, last]) => {
    let start = 0;
    const rows = timed.map(([length, cents]): [number, number, number] => [
      start,
      (start += length),
      cents,
    ]);
    return [...bands(...rows), ...(last === null ? [] : [every(...last)])];
  });
  const pages = await read([thabo(...schedules.map((each, index) => call(`Call ${index}`, each)))]);
  expect(listsIn(pages.flat())).toEqual(
    schedules.map((each) =>
      Array.from({ length: 60 }, (_, index) => [
        String(index + 1),
        formatRand(priceCents(each, index + 1)),
      ]).flat(),
    ),
  );
});

it('shows the coming fees beside those of the day', async () => {
  const next = { validFrom: '2027-03-01', value: bands([0, 10, 4000]) };
  const coming: AnnexureType = {
    title: 'Call',
    callFees: { validFrom: '2026-03-01', value: short, next },
    unitPrice: null,
  };
  const words = (await read([thabo(coming)])).flat();
  expect(words).toContain('Valid from 1 March 2026 to 28 February 2027');
  const at = words.indexOf('From 1 March 2027');
  expect(words.slice(at, at + 6).map((text) => text.replaceAll('\u00A0', ' '))).toEqual([
    'From 1 March 2027',
    'Price',
    'up to 10 minutes',
    'R 40.00',
    'over 10 minutes (capped)',
    'R 40.00',
  ]);
});

it('lists fees that begin later without a price list', async () => {
  const next = { validFrom: '2027-03-01', value: short };
  const later: AnnexureType = {
    title: 'Call',
    callFees: { validFrom: '2026-03-01', value: [], next },
    unitPrice: null,
  };
  const words = (await read([thabo(later)])).flat();
  expect(words).toContain('as incurred');
  expect(words).toContain('From 1 March 2027');
  expect(listsIn(words)).toEqual([]);
});

it('shows the unit price of a type on the days without call fees', async () => {
  const unitPrice = { validFrom: '2026-03-01', value: 250, next: null };
  const until: AnnexureType = {
    title: 'Call',
    callFees: {
      validFrom: '2026-03-01',
      value: short,
      next: { validFrom: '2027-03-01', value: [] },
    },
    unitPrice,
  };
  const words = (await read([thabo(until)])).flat();
  const at = words.indexOf('From 1 March 2027');
  expect(words.slice(at, at + 4)).toEqual([
    'From 1 March 2027',
    'Price',
    'any length',
    'R\u00A02.50 each',
  ]);
  expect(words).not.toContain('Other disbursements');
});

it('lists unit prices and what is charged as incurred', async () => {
  const copies: AnnexureType = {
    title: 'Copies',
    callFees: null,
    unitPrice: {
      validFrom: '2026-03-01',
      value: 250,
      next: { validFrom: '2027-03-01', value: 275 },
    },
  };
  const words = (await read([thabo(copies, sheriff)])).flat();
  const at = words.indexOf('Copies');
  expect(words.slice(at - 1, at + 7).map((text) => text.replaceAll('\u00A0', ' '))).toEqual([
    'Disbursements',
    'Copies',
    'Valid from 1 March 2026 to 28 February 2027',
    'R 2.50 each',
    'From 1 March 2027',
    'R 2.75 each',
    'Sheriff',
    'as incurred',
  ]);
  expect(words).toContain('Disbursements “as incurred” are charged at the amount incurred.');
  expect(words.join(' ')).not.toContain('minute');
});

it('says so where an attorney has no types, and where a firm has no attorneys', async () => {
  const without = (await read([thabo()])).flat();
  expect(without).toContain(
    'No types of disbursement are assigned to this attorney, so no fees apply.',
  );
  expect(without).not.toContain('Signature');
  expect((await read([])).flat()).toEqual([
    'Müller & Söhne Inc.',
    'This firm has no active attorneys.',
    'Müller & Söhne Inc.',
    'Page 1 of 1',
  ]);
});

it.each([
  ['李小龙', 'thabo@nkosi.co.za'],
  ['李小龙 Bruce Lee', 'Bruce Lee (thabo@nkosi.co.za)'],
  ['Ann \u{1F44D}\u{1F3FD} Botha \u{1F1FF}\u{1F1E6}', 'Ann Botha'],
  ['\u{1F4DE}', 'thabo@nkosi.co.za'],
  ['Ωμέγα Şen', 'Ωμέγα Şen'],
])('prints an attorney named %s readably', async (name, printed) => {
  const words = (await read([{ ...thabo(sheriff), name }])).flat();
  // In the head, for the signature, and at the foot.
  expect(words.filter((word) => word === printed)).toHaveLength(3);
  expect(words.join('')).not.toContain('\uFFFD');
});

it('prints question marks for letters of a type that the font lacks, and no pictures', async () => {
  const titles = ['漢a\u{1F1E6}b☎\uFE0F', '\u{1F4DE} Call'].map((title) => ({ ...sheriff, title }));
  const words = (await read([thabo(...titles)])).flat();
  expect(words).toEqual(expect.arrayContaining(['?ab☎', 'Call']));
});

it('gives the same bytes for the same fees at the same time', async () => {
  const logo = await jpeg();
  const make = async (more: Partial<Annexure> = {}) =>
    buffer(annexurePdf({ ...annexure([thabo(call('Call'), sheriff)]), ...more }, madeAt));
  const first = await make();
  expect((await make()).equals(first)).toBe(true);
  expect((await make({ on: '2026-11-24' })).equals(first)).toBe(false);
  expect((await make({ firm: { name: 'Müller & Söhne Inc.', logo } })).equals(first)).toBe(false);
});

it('keeps the logo once for all attorneys, and leaves an invalid picture out', async () => {
  const firm = { name: 'Müller & Söhne Inc.', logo: await jpeg() };
  const attorneys = Array.from({ length: 20 }, () => thabo(sheriff));
  const pictures = async (logo: Buffer) =>
    (await buffer(annexurePdf({ firm: { ...firm, logo }, on, attorneys }, madeAt)))
      .toString('latin1')
      .match(/\/Subtype \/Image/g)?.length;
  expect(await pictures(firm.logo)).toBe(1);
  expect(await pictures(Buffer.from('no picture'))).toBeUndefined();
});

it('yields to other requests while it draws, and stops when its reader leaves', async () => {
  const attorneys = Array.from({ length: 40 }, () =>
    thabo(...Array<AnnexureType>(10).fill(call('Call'))),
  );
  const { turns } = await turnsDuring(async () => buffer(annexurePdf(annexure(attorneys), madeAt)));
  // It yields by time, so a fast machine yields less.
  expect(turns).toBeGreaterThan(10);

  const left = annexurePdf(annexure(attorneys), madeAt);
  left.resume();
  left.once('data', () => left.destroy());
  await expect.poll(() => left.closed).toBe(true);
  expect(left.readableEnded).toBe(false);
});

async function jpeg(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
}
