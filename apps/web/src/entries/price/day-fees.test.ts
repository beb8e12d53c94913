import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordedTypeOn, typeOn } from './day-fees.ts';
import { periodText } from './price-explanation.tsx';

const rows = (charges: number) => [{ startTime: 0, endTime: 5, additionalTime: 0, charges }];
const schedule = (_id: string, validFrom: string, charges?: number) => ({
  _id,
  disbursementType: 'call',
  validFrom,
  callFees: charges === undefined ? [] : rows(charges),
});
const past = schedule('past', '2000-01-01', 33);
const present = schedule('present', '2026-03-01', 35);
const coming = schedule('coming', '2027-03-01', 37);
const ended = schedule('ended', '2028-03-01');
const all = [coming, past, ended, present];
const call = { _id: 'call', title: 'Call', unitPrices: [], schedules: all };
const plain = (text: string | undefined) => text?.replaceAll('\u00A0', ' ');
const textOf = ({ callFees, callFeeSchedule, note }: ReturnType<typeof typeOn>) => [
  callFees[0]?.charges,
  callFeeSchedule,
  plain(note),
];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-18T08:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['2026-02-28', [33, 'past', 'Fees until 28 February 2026.']],
  ['2026-03-01', [35, 'present', undefined]],
  ['2027-02-28', [35, 'present', undefined]],
  ['2027-03-01', [37, 'coming', 'Fees from 1 March 2027.']],
  ['2028-03-01', [undefined, 'ended', 'Fees from 1 March 2028.']],
])('prices %s by the fees of that day, and says which they are', (day, expected) => {
  expect(textOf(typeOn(call, day))).toEqual(expected);
});

it('prices a day before the first fees by the first ones, like today', () => {
  const only = { ...call, schedules: [coming] };
  expect(textOf(typeOn(only, '2026-03-01'))).toEqual([37, 'coming', undefined]);
  expect(typeOn({ ...call, schedules: [] }, '2026-03-01').callFees).toEqual([]);
});

it('says which unit price is shown, if it is not the one of today', () => {
  const unit = (validFrom: string, unitPrice: number | null) => ({ validFrom, unitPrice });
  const copies = {
    ...call,
    schedules: [],
    unitPrices: [unit('2000-01-01', 2), unit('2026-03-01', 2.5), unit('2027-03-01', 3)],
  };
  const notes = ['2026-02-28', '2026-03-18', '2027-03-01'].map((day) => typeOn(copies, day).note);
  expect(notes).toEqual(['Fees until 28 February 2026.', undefined, 'Fees from 1 March 2027.']);
  expect(typeOn({ ...copies, schedules: all }, '2027-03-01').callFeeSchedule).toBe('coming');
  expect(typeOn({ ...copies, schedules: all }, '2028-03-01').note).toBe('Fees from 1 March 2027.');
  const ending = { ...copies, unitPrices: [unit('2026-03-01', 2.5), unit('2027-03-01', null)] };
  expect(typeOn(ending, '2027-03-01').note).toBeUndefined();
});

describe('a recorded entry', () => {
  const unit = (validFrom: string) => ({ validFrom, unitPrice: 2.5 });
  const recordedOn = (
    of: Parameters<typeof recordedTypeOn>[0],
    day: string,
    types: Parameters<typeof recordedTypeOn>[1]['types'] = [],
  ) => recordedTypeOn(of, { day, types });
  const price = { kind: 'band' as const, why: '', row: 0, thereafterRow: null };
  const entry = {
    date: '2026-02-20',
    quantity: 4,
    amount: 10,
    disbursementType: { _id: 'call', name: 'Call' },
    // The firm has superseded its fees since.
    price: { ...price, callFees: [], from: '2026-01-01', until: null, replacedOn: '2026-03-10' },
    callFeeSchedule: 'superseded',
    callFeeSchedules: all,
  };

  it('keeps its fees on a day of the same schedule, also superseded ones', () => {
    for (const day of ['2026-02-20', '2026-02-28'])
      expect(textOf(recordedOn(entry, day))).toEqual([
        undefined,
        'superseded',
        'Fees from 1 January 2026.',
      ]);
  });

  it('gets the fees of a day that has other ones', () => {
    expect(textOf(recordedOn(entry, '2026-03-01'))).toEqual([35, 'present', undefined]);
    expect(textOf(recordedOn(entry, '2028-03-01'))[0]).toBeUndefined();
  });

  it('keeps the fees of the day on which it happened', () => {
    const late = { ...entry, date: '2026-03-18', happenedOn: '2026-02-20' };
    expect(textOf(recordedOn(late, '2026-02-20'))[1]).toBe('superseded');
    expect(textOf(recordedOn(late, '2026-03-01'))[1]).toBe('present');
  });

  it('keeps an amount that was entered, until another unit price is valid', () => {
    const input = {
      ...entry,
      price: { ...entry.price, kind: 'given' as const },
      callFeeSchedule: null,
    };
    const stored = { callFees: [], recorded: { date: '2026-02-20', unitCents: null } };
    expect(recordedOn(input, '2026-03-01')).toMatchObject(stored);
    const types = [{ _id: 'call', unitPrices: [unit('2026-01-01'), unit('2026-03-01')] }];
    expect(recordedOn(input, '2026-02-28', types)).toMatchObject(stored);
    expect(textOf(recordedOn(input, '2026-03-01', types))).toEqual([35, 'present', undefined]);
  });

  it('keeps a unit price, until call fees or another unit price are valid', () => {
    const byUnit = {
      ...entry,
      price: { ...entry.price, kind: 'unit' as const },
      callFeeSchedule: null,
    };
    expect(recordedOn(byUnit, '2026-02-28').recorded?.unitCents).toBe(250);
    const types = [{ _id: 'call', unitPrices: [unit('2026-01-01'), unit('2026-03-01')] }];
    expect(recordedOn(byUnit, '2026-02-28', types).note).toBe('Fees from 1 January 2026.');
    expect(textOf(recordedOn(byUnit, '2026-03-01'))).toEqual([35, 'present', undefined]);
  });
});

it.each([
  [null, null, null, ''],
  ['2000-01-01', null, null, ''],
  ['2000-01-01', '2027-02-28', null, 'Valid until 28 February 2027. This entry keeps its price.'],
  ['2000-01-01', null, '2026-11-23', 'Replaced on 23 November 2026. This entry keeps its price.'],
  ['2026-03-01', null, null, 'Valid from 1 March 2026.'],
  [
    '2026-03-01',
    '2027-02-28',
    null,
    'Valid 1 March 2026 to 28 February 2027. This entry keeps its price.',
  ],
  [
    '2027-03-01',
    null,
    '2026-11-23',
    'Valid from 1 March 2027, replaced on 23 November 2026. This entry keeps its price.',
  ],
])('names the days from %s to %s, replaced on %s', (from, until, replacedOn, text) => {
  expect(plain(periodText({ from, until, replacedOn }))).toBe(text);
});
