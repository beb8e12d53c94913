import { expect, it } from 'vitest';
import { recordsForOthersAlone } from './current-user.ts';

const type = {
  _id: 't',
  title: 'Call',
  description: '',
  calculated: true,
  active: true,
  unitPrices: [],
};
const recordsFor = [{ _id: 'a', name: 'Devan Moodley' }];

it.each([
  ['no type', [], true],
  ['an inactive type', [{ ...type, active: false }], true],
  ['an active type', [{ ...type, active: false }, type], false],
])('tells a secretary with %s', (_, disbursementTypes, isSecretary) => {
  expect(recordsForOthersAlone({ recordsFor, disbursementTypes })).toBe(isSecretary);
});

it('tells an attorney without types from a secretary', () => {
  expect(recordsForOthersAlone({ recordsFor: [], disbursementTypes: [] })).toBe(false);
});
