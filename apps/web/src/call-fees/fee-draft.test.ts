import { findScheduleErrors, priceCents } from '@recoup/contract/call-fees/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addRow,
  toBands,
  canAddRow,
  parseCents,
  changeRow,
  feeDraftFrom,
  emptyDraft,
  type FeeDraft,
  removeRow,
  rowStart,
} from './fee-draft.ts';
import { validateFeeDraft } from './validate-fee-draft.ts';

const typed = (rows: [string, string][], every = '', everyCost = ''): FeeDraft => ({
  rows: rows.map(([end, cost], key) => ({ key, end, cost })),
  every,
  everyCost,
  nextKey: rows.length,
});

describe('parseCents', () => {
  it.each([
    ['33', 3300],
    ['33.5', 3350],
    ['33,05', 3305],
    ['R 1 234.50', 123_450],
    ['R\u00A01\u00A0234.50', 123_450],
    ['1,234.50', 123_450],
    ['R1,234,567.00', 123_456_700],
    ['0', 0],
  ])('reads %j', (text, cents) => {
    expect(parseCents(text)).toBe(cents);
  });

  it.each([
    '',
    '-1',
    '1.005',
    '1,234',
    '1,234.5',
    '12,34.50',
    '1234,567.00',
    '1.234,50',
    'ten',
    '1e3',
    '.5',
  ])('does not read %j', (text) => {
    expect(parseCents(text)).toBeNaN();
  });
});

it('begins at 0, and each later row where the one before ends', () => {
  const draft = typed([
    ['5', '33'],
    ['10', '66'],
    ['', ''],
  ]);
  expect([0, 1, 2].map((row) => rowStart(draft, row))).toEqual([0, 5, 10]);
  expect(rowStart(changeRow(draft, 0, { end: '7' }), 1)).toBe(7);
  expect(rowStart(removeRow(draft, 0), 1)).toBe(10);
});

it('adds rows of the same length, up to four', () => {
  let draft = typed([['5', '33']]);
  for (let count = 0; count < 5; count += 1) draft = addRow(draft);
  expect(draft.rows.map(({ end }) => end)).toEqual(['5', '10', '15', '20']);
  expect(new Set(draft.rows.map(({ key }) => key)).size).toBe(4);
  expect(canAddRow(draft)).toBe(false);
  expect(addRow(typed([['x', '']])).rows[1]?.end).toBe('');
});

it('removes rows down to one', () => {
  expect(removeRow(typed([['5', '1']]), 0).rows).toHaveLength(1);
  expect(
    removeRow(
      typed([
        ['5', '1'],
        ['9', '2'],
      ]),
      0,
    ).rows.map(({ end }) => end),
  ).toEqual(['9']);
});

it('treats an empty thereafter row as none', () => {
  expect(toBands(typed([['5', '33']]))).toEqual([
    { startTime: 0, endTime: 5, additionalTime: 0, chargeCents: 3300 },
  ]);
  expect(toBands(typed([['5', '33']], '5', '0'))).toHaveLength(2);
});

it.each([
  [
    'nothing typed',
    emptyDraft,
    { '0.end': 'Please enter the minutes.', '0.cost': 'Please enter the cost.' },
  ],
  ['an end of 0', typed([['0', '1']]), { '0.end': 'Must be at least 1.' }],
  [
    'an end that does not go on',
    typed([
      ['5', '1'],
      ['5', '1'],
    ]),
    { '1.end': 'Must be at least 6.' },
  ],
  ['part of a minute', typed([['1.5', '1']]), { '0.end': 'Must be a whole number of minutes.' }],
  [
    'a cost below zero',
    typed([['5', '-1']]),
    { '0.cost': 'Must be an amount in Rand with at most two decimals.' },
  ],
  [
    'a comma that may separate thousands or decimals',
    typed([['5', '1,500']]),
    { '0.cost': 'A comma before three digits is unclear: write 1500 or 1,50.' },
  ],
  [
    'a thereafter cost without minutes',
    typed([['5', '1']], '', '3'),
    { every: 'Please enter the minutes.' },
  ],
  ['good rows', typed([['5', '1']], '5', '0'), {}],
  [
    'a row longer than the server takes',
    typed([['100001', '1']]),
    { '0.end': 'Must not be more than 100 000 minutes.' },
  ],
  [
    'digits that were pasted',
    typed([['9'.repeat(20), '9'.repeat(12)]], '9'.repeat(8), '1'),
    {
      '0.end': 'Must not be more than 100 000 minutes.',
      '0.cost': 'Must not be more than R 100 000 000.00.',
      every: 'Must not be more than 100 000 minutes.',
    },
  ],
  ['the longest row that the server takes', typed([['100000', '1']]), {}],
])('reports message and place for %s', (_, draft, faults) => {
  expect(validateFeeDraft(draft)).toEqual(faults);
});

it('types out any schedule so that it reads back as it was', () => {
  const row = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 99_999_999 }));
  const every = fc.option(
    fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 99_999_999 })),
  );
  expect(() =>
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 4 }),
        every,
        fc.nat(300),
        (rows, repeat, minutes) => {
          let start = 0;
          const bands = rows.map(([length, chargeCents]) => {
            const startTime = start;
            start += length;
            return { startTime, endTime: start, additionalTime: 0, chargeCents };
          });
          if (repeat)
            bands.push({
              startTime: -1,
              endTime: -1,
              additionalTime: repeat[0],
              chargeCents: repeat[1],
            });
          const again = toBands(feeDraftFrom(bands));
          return (
            findScheduleErrors(again).length === 0 &&
            priceCents(again, minutes) === priceCents(bands, minutes)
          );
        },
      ),
    ),
  ).not.toThrow();
});
