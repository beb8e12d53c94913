import { expect, it } from 'vitest';
import { recordableTypes } from './entries.queries.ts';

const type = (title: string, active = true) => ({ _id: title, title, active, unitPrices: [] });
const fee = {
  disbursementType: 'Consultation',
  startTime: 0,
  endTime: 15,
  additionalTime: 0,
  charges: 262.5,
};

it('offers calls first, then priced types, then others, and no retired ones', () => {
  const disbursementTypes = [
    type('Copies'),
    type('Consultation'),
    type('Fax', false),
    type('CALL'),
  ];
  const offered = recordableTypes({ disbursementTypes, callFees: [fee] });
  expect(offered.map(({ title }) => title)).toEqual(['CALL', 'Consultation', 'Copies']);
  expect(offered.map(({ callFees }) => callFees.length)).toEqual([0, 1, 0]);
});
