import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { type CellChange, cellDifferences } from './fee-cell-dialog.tsx';

const today = '2026-11-22';
const feesOf = (charges: number) => [{ startTime: 0, endTime: 5, additionalTime: 0, charges }];
const scheduleOf = (charges: number, validFrom = '2000-01-01', disbursementType = 'call') => ({
  _id: `${charges}`,
  disbursementType,
  validFrom,
  callFees: feesOf(charges),
});
const base: Parameters<typeof cellDifferences>[0]['base'] = {
  name: 'Ann',
  email: 'a@x.co.za',
  cell: '082',
  status: userStatus.active,
  disbursementTypes: [{ _id: 'call' }],
  callFeeSchedules: [scheduleOf(33)],
};
const titles = new Map([
  ['call', 'Call'],
  ['fax', 'Fax'],
]);
const plain = (text: string | undefined) => text?.replaceAll('\u00A0', ' ');
function differences(theirs: typeof base, yours: CellChange) {
  return cellDifferences({ base, theirs, yours, titles }).map((each) => [
    each.field,
    plain(each.theirs),
    plain(each.yours),
  ]);
}
const march = { typeId: 'call', from: '2027-03-01', callFees: feesOf(35) };

it('tells what another user changed beside the cell', () => {
  expect(differences({ ...base, name: 'Anna', status: userStatus.inactive }, march)).toEqual([
    ['Name', 'Anna', undefined],
    ['Status', 'Inactive', undefined],
    [
      'Call',
      'to 5 min R 33.00 · longer: R 33.00',
      'to 5 min R 33.00 · longer: R 33.00; from 1 March 2027: to 5 min R 35.00 · longer: R 35.00',
    ],
  ]);
});

it('tells both changes of the same cell', () => {
  const theirs = {
    ...base,
    callFeeSchedules: [scheduleOf(33), scheduleOf(36, '2027-03-01')],
  };
  expect(differences(theirs, march)).toEqual([
    [
      'Call',
      'to 5 min R 33.00 · longer: R 33.00; from 1 March 2027: to 5 min R 36.00 · longer: R 36.00',
      'to 5 min R 33.00 · longer: R 33.00; from 1 March 2027: to 5 min R 35.00 · longer: R 35.00',
    ],
  ]);
});

it('finds no difference if the answer to the same change was lost', () => {
  const theirs = {
    ...base,
    callFeeSchedules: [scheduleOf(33), scheduleOf(35, '2027-03-01')],
  };
  expect(differences(theirs, march)).toEqual([]);
});

it('tells of a type that is assigned by the dialog, and of one that was taken away', () => {
  const fax = { typeId: 'fax', from: today, callFees: [] };
  expect(differences({ ...base, disbursementTypes: [] }, fax)).toEqual([
    ['Call', 'not assigned', undefined],
    ['Fax', 'not assigned', 'No call fees; amount entered each time'],
  ]);
});
