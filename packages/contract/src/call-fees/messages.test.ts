import { describe, expect, it } from 'vitest';
import { thereafter, timed } from '../../test/call-fee-rows.ts';
import { explanationText, feeErrors, warningMessage } from './messages.ts';
import { explainPrice, findScheduleWarnings } from './rules.ts';
import { submittedCallFees, submittedFeeRows } from './endpoints.ts';

/** Our amounts hold no-break spaces. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const type = '0190a6f2-0000-7000-8000-000000000000';
const other = '0190a6f2-0000-7000-8000-000000000001';

describe('feeErrors', () => {
  it.each([
    [[], undefined, undefined, 'At least one timed row is needed.'],
    [[timed(1, 5, 1)], 0, 'startTime', 'The first row starts at 0.'],
    [[timed(0, 0, 1)], 0, 'endTime', 'Must be at least 1.'],
    [[timed(0, 5, 1), timed(5, 5, 1)], 1, 'endTime', 'Must be at least 6.'],
    [
      [timed(0, 5, 1), timed(6, 9, 1)],
      1,
      'startTime',
      'Must start at 5, where the previous row ends.',
    ],
    [[timed(0, 5, -1)], 0, 'charges', 'Must not be below 0.'],
    [[timed(0, 5, 0.5)], 0, 'charges', 'Must be an amount in Rand with at most two decimals.'],
    [
      [timed(0, 5, 1), thereafter(1.5, 1)],
      1,
      'additionalTime',
      'Must be a whole number of minutes.',
    ],
    [
      [timed(0, 5, 1), thereafter(1, 1), thereafter(1, 1)],
      2,
      undefined,
      'There can be only one thereafter row.',
    ],
    [
      [1, 2, 3, 4, 5].map((end) => timed(end - 1, end, 1)),
      4,
      undefined,
      'There can be at most 4 timed rows.',
    ],
  ])('reports place and message for %j', (bands, row, field, message) => {
    expect(feeErrors(bands)).toEqual([{ row, field, message }]);
  });
});

describe('submittedCallFees', () => {
  const fee = (disbursementType: string, startTime: number, endTime: number) => ({
    disbursementType,
    startTime,
    endTime,
    additionalTime: 0,
    charges: 33.5,
  });

  it('accepts the complete rows of several types, mixed', () => {
    const fees = [fee(type, 0, 5), fee(other, 0, 3), fee(type, 5, 10), fee(type, -1, -1)];
    expect(submittedCallFees.parse(fees)).toEqual(fees);
  });

  it('names the place in the list that was sent', () => {
    const { error } = submittedCallFees.safeParse([
      fee(type, 0, 5),
      fee(other, 1, 3),
      fee(type, 6, 10),
    ]);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['2.startTime', '1.startTime']);
  });

  it.each([
    ['half a cent', { charges: 0.005 }],
    ['an amount below zero', { charges: -1 }],
    ['half a minute', { endTime: 5.5 }],
    ['an unknown field', { price: 5 }],
  ])('rejects %s', (_, more) => {
    expect(submittedCallFees.safeParse([{ ...fee(type, 0, 5), ...more }]).success).toBe(false);
  });
});

it('wants a timed row where rows are applied', () => {
  expect(
    submittedFeeRows.safeParse([{ startTime: -1, endTime: -1, additionalTime: 5, charges: 1 }])
      .success,
  ).toBe(false);
  expect(
    submittedFeeRows.safeParse([{ startTime: 0, endTime: 5, additionalTime: 0, charges: 1 }])
      .success,
  ).toBe(true);
});

it.each([
  [
    [timed(0, 5, 200), timed(5, 9, 100), thereafter(1, 1)],
    'Row 2 (R 1.00) is cheaper than row 1 (R 2.00), so longer calls would cost less.',
  ],
  [[timed(0, 1, 0), timed(1, 9, 100), thereafter(1, 1)], 'Calls of up to 1 minute are free.'],
  [[timed(0, 5, 100)], 'No Thereafter row: calls over 5 minutes are capped at R 1.00.'],
  [
    [timed(0, 5, 100), thereafter(0, 1)],
    'The thereafter row has 0 minutes and adds nothing: calls over 5 minutes are capped at R 1.00.',
  ],
])('explains the first warning of %j', (bands, message) => {
  expect(findScheduleWarnings(bands).map(warningMessage).map(plain)).toEqual([message]);
});

it('reports that a later band costs nothing', () => {
  const [warning] = findScheduleWarnings([timed(0, 5, 0), timed(5, 9, 0), thereafter(1, 1)]).slice(
    1,
  );
  expect(warning && warningMessage(warning)).toBe(
    'Calls of more than 5 and up to 9 minutes are free.',
  );
});

it.each([
  [4, '0–5 min'],
  [11, 'R 33.00 + 2 × R 12.50'],
])('tells how the price of %i minutes comes about', (minutes, text) => {
  expect(
    plain(explanationText(explainPrice([timed(0, 5, 3300), thereafter(5, 1250)], minutes))),
  ).toBe(text);
});

it('tells where a price is capped', () => {
  expect(explanationText(explainPrice([timed(0, 5, 3300)], 90))).toBe('capped after 5 min');
});
