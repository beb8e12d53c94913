import { describe, expect, it } from 'vitest';
import { decideOrder, noDateEvidence, noteEvidence, orderDate, readDate } from './dates.ts';

describe('readDate', () => {
  it.each([
    ['2026-01-15', '2026-01-15'],
    ['2026-01-14T22:00:00Z', '2026-01-15'],
    ['2026-01-15 12:00:00 AM', '2026-01-15'],
    ['2026/01/15', '2026-01-15'],
    ['2026/1/5', '2026-01-05'],
    ['2026.01.15', '2026-01-15'],
    ['20260115', '2026-01-15'],
    ['2026-01-15 00:00:00', '2026-01-15'],
    ['2026-01-15T08:30', '2026-01-15'],
    ['15 Jan 2026', '2026-01-15'],
    ['5-Jan-2026', '2026-01-05'],
    ['15 January 2026', '2026-01-15'],
    ['Jan 15, 2026', '2026-01-15'],
    ['15 Mei 2026', '2026-05-15'],
    ['1 Maart 2026', '2026-03-01'],
    ['29 Feb 2024', '2024-02-29'],
    ['2000-02-29', '2000-02-29'],
  ])('reads %s', (text, iso) => {
    expect(readDate(text)).toEqual({ kind: 'day', iso });
  });

  it.each(['15/01/2026', '15-01-2026', '15.1.2026', '15/01/2026 10:15'])(
    'decides the order of %s by the column',
    (text) => {
      expect(readDate(text)).toEqual({ kind: 'unordered', first: 15, second: 1, year: 2026 });
    },
  );

  it.each([
    ['2026-02-30', 'not a valid date'],
    ['2026-02-30T22:00:00Z', 'not a valid date'],
    ['2026/15/01', 'not a valid date'],
    ['2023-02-29', 'not a valid date'],
    ['1900-02-29', 'not a valid date'],
    ['2026-04-31', 'not a valid date'],
    ['2026-00-10', 'not a valid date'],
    ['31/31/2026', 'not a valid date'],
    ['31 Feb 2026', 'not a valid date'],
    ['0026-01-15', 'outside the years'],
    ['46037', 'the number that Excel keeps for a date'],
    ['46037.5', 'the number that Excel keeps for a date'],
    ['250126', 'no marks that tell its day, month and year apart'],
    ['25012026', 'no marks that tell its day, month and year apart'],
    ['15/01/26', 'a two-digit year'],
    ['15-Jan-26', 'a two-digit year'],
    ['2026-01/15', 'not a date'],
    ['15 Foo 2026', 'not a date'],
    ['soon', 'not a date'],
    ['2026-01-14T25:00:00Z', 'not a date'],
  ])('rejects %s: %s', (text, part) => {
    expect(readDate(text)).toEqual({ kind: 'error', message: expect.stringContaining(part) });
  });
});

describe('decideOrder', () => {
  const prove = (...texts: string[]) => {
    const evidence = noDateEvidence();
    for (const text of texts) noteEvidence(evidence, readDate(text));
    return evidence;
  };

  it.each([
    ['nothing to read', [], undefined, null],
    ['only faults', ['soon'], undefined, null],
    ['the year first', ['2026-01-15'], undefined, { order: 'YMD', reason: 'column' }],
    [
      'a first number above 12',
      ['01/02/2026', '13/02/2026'],
      'MDY',
      { order: 'DMY', reason: 'column' },
    ],
    [
      'a second number above 12',
      ['01/02/2026', '02/13/2026'],
      undefined,
      { order: 'MDY', reason: 'column' },
    ],
    ['nothing but the layout', ['01/02/2026'], 'MDY', { order: 'MDY', reason: 'layout' }],
    ['nothing at all', ['01/02/2026'], undefined, { order: 'DMY', reason: 'habit' }],
    ['both orders', ['13/02/2026', '02/13/2026'], undefined, { order: 'DMY', reason: 'habit' }],
  ] as const)('with %s', (_, texts, layout, decided) => {
    expect(decideOrder(prove(...texts), layout)).toEqual(decided);
  });
});

describe('orderDate', () => {
  const date = { first: 3, second: 4, year: 2026 };

  it('reads day first unless the order is month first', () => {
    expect(orderDate('3/4/2026', date, 'DMY')).toEqual({ kind: 'day', iso: '2026-04-03' });
    expect(orderDate('3/4/2026', date, 'YMD')).toEqual({ kind: 'day', iso: '2026-04-03' });
    expect(orderDate('3/4/2026', date, 'MDY')).toEqual({ kind: 'day', iso: '2026-03-04' });
  });
});
