import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { expect, it } from 'vitest';
import { annexureFileName, bandRows, unitPriceText, validityText } from './annexure-texts.ts';

const timed = (startTime: number, endTime: number, chargeCents: number): CallFeeBand => ({
  startTime,
  endTime,
  additionalTime: 0,
  chargeCents,
});
const thereafter = (additionalTime: number, chargeCents: number): CallFeeBand => ({
  startTime: -1,
  endTime: -1,
  additionalTime,
  chargeCents,
});
const rows = (bands: CallFeeBand[]) =>
  bandRows(bands).map(({ length, price }) => `${length}: ${price.replaceAll('\u00A0', ' ')}`);

it('names bands and what each further interval adds', () => {
  expect(rows([timed(0, 5, 3300), timed(5, 10, 6600), thereafter(5, 1250)])).toEqual([
    'up to 5 minutes: R 33.00',
    'over 5 up to 10 minutes: R 66.00',
    'each further 5 minutes or part thereof: plus R 12.50',
  ]);
  expect(rows([timed(0, 1, 3300), thereafter(1, 1250)])).toEqual([
    'up to 1 minute: R 33.00',
    'each further minute or part thereof: plus R 12.50',
  ]);
});

it.each([
  ['no thereafter row', []],
  ['a thereafter row of 0 minutes', [thereafter(0, 1250)]],
  ['a thereafter row of R 0.00', [thereafter(5, 0)]],
])('says that longer calls are capped with %s', (_, more) => {
  expect(rows([timed(0, 5, 3300), timed(5, 20, 11300), ...more]).at(-1)).toBe(
    'over 20 minutes (capped): R 113.00',
  );
});

it('says "as incurred" without rows and without a unit price', () => {
  expect(rows([])).toEqual(['any length: as incurred']);
  expect(unitPriceText(null)).toBe('as incurred');
  expect(unitPriceText(250)).toBe('R\u00A02.50 each');
});

it.each([
  ['2026-03-01', null, 'Valid from 1 March 2026'],
  ['2026-03-01', '2028-03-01', 'Valid from 1 March 2026 to 29 February 2028'],
  ['2000-01-01', null, 'Valid from 23 November 2026'],
  ['2000-01-01', '2027-01-01', 'Valid from 23 November 2026 to 31 December 2026'],
  // The first fees are valid for the days before them too.
  ['2026-12-01', null, 'Valid from 23 November 2026'],
])('writes the validity from %s until the change of %s', (validFrom, next, text) => {
  const change = next === null ? null : { validFrom: next, value: [] };
  expect(validityText({ validFrom, value: [], next: change }, '2026-11-23')).toBe(text);
});

it.each([
  ['Thabo Mokoena', 'fee-annexure-thabo-mokoena-2026-11-23.pdf'],
  ['Zoë d’Oliveira-Müller', 'fee-annexure-zoe-d-oliveira-muller-2026-11-23.pdf'],
  ['../../"x"\r\n', 'fee-annexure-x-2026-11-23.pdf'],
  ['שלום', 'fee-annexure-2026-11-23.pdf'],
])('names the file of %j', (name, fileName) => {
  const firm = { name: 'Firm', logo: null };
  expect(
    annexureFileName({ firm, on: '2026-11-23', attorneys: [{ name, email: '', types: [] }] }),
  ).toBe(fileName);
});
