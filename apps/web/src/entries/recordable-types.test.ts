import { expect, it } from 'vitest';
import { recordableTypes } from './entries.queries.ts';
import { typeOn } from './price/day-fees.ts';

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
  const { disbursementType, ...row } = fee;
  const schedule = { _id: 's1', disbursementType, validFrom: '2000-01-01', callFees: [row] };
  const callFeeSchedules = [schedule];
  const offered = recordableTypes({ disbursementTypes, callFees: [fee], callFeeSchedules });
  expect(offered.map(({ title }) => title)).toEqual(['CALL', 'Consultation', 'Copies']);
  expect(offered.map(({ schedules }) => schedules)).toEqual([[], [schedule], []]);
});

it('prices all days by the call fees of a user that an earlier version stored', () => {
  const offered = recordableTypes({
    disbursementTypes: [{ _id: 'Consultation', title: 'Consultation', active: true }],
    callFees: [fee],
  });
  expect(offered.map((each) => typeOn(each, '2026-03-18'))).toEqual([
    { _id: 'Consultation', title: 'Consultation', unitPrices: [], callFees: [fee] },
  ]);
});
