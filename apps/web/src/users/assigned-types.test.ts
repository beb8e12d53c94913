import { expect, it } from 'vitest';
import { comingFees } from './assigned-types.tsx';

const scheduleOf = (validFrom: string, charges: number, disbursementType = 'call') => ({
  _id: validFrom,
  disbursementType,
  validFrom,
  callFees: [{ startTime: 0, endTime: 5, additionalTime: 0, charges }],
});

it('names the coming fees of a type, the next ones first', () => {
  const schedules = [
    scheduleOf('2028-01-01', 35),
    scheduleOf('2026-11-22', 33),
    scheduleOf('2027-01-01', 34),
    scheduleOf('2027-01-01', 99, 'copies'),
    { ...scheduleOf('2029-01-01', 0), callFees: [] },
  ];
  const plain = (text: string) => text.replaceAll('\u00A0', ' ');
  expect(comingFees(schedules, 'call', '2026-11-22').map(plain)).toEqual([
    'From 1 Jan 2027: to 5 min R 34.00 · longer: R 34.00',
    'From 1 Jan 2028: to 5 min R 35.00 · longer: R 35.00',
    'From 1 Jan 2029: No call fees; amount entered each time',
  ]);
  expect(comingFees(undefined, 'call')).toEqual([]);
});
