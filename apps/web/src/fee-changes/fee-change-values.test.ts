import type { RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import { expect, it } from 'vitest';
import {
  feeChangeContent,
  emptyNotes,
  emptyFeeChange,
  feeChangeErrors,
  firstOfNextMonth,
} from './fee-change-values.ts';

const fees = [{ startTime: 0, endTime: 5, additionalTime: 0, charges: 33 }];
const row = (attorney: string, type: string, callFees = fees): RateMatrixRow => ({
  attorney: { _id: attorney, name: attorney, status: 2 },
  disbursementType: { _id: type, name: type },
  validFrom: '2000-01-01',
  next: null,
  callFees,
  unitPrice: null,
});
const rows = [row('ann', 'call'), row('ann', 'fax', []), row('ben', 'call'), row('ben', 'talk')];
const values = { ...emptyFeeChange('2026-11-22'), percent: '6,5' };

it('begins with the first day of the next month', () => {
  expect(['2026-11-22', '2026-12-31', '2027-01-31', '2028-02-29'].map(firstOfNextMonth)).toEqual([
    '2026-12-01',
    '2027-01-01',
    '2027-02-01',
    '2028-03-01',
  ]);
  expect(emptyFeeChange('2026-11-22').validFrom).toBe('2026-12-01');
});

it('asks for everyone without naming cells', () => {
  const content = { validFrom: '2026-12-01', percent: 6.5, roundTo: 1, mode: 'nearest' };
  expect(feeChangeContent(values, undefined)).toEqual(content);
});

it('names the chosen attorneys with the chosen types, where they have call fees', () => {
  const chosen = { ...values, isForEveryone: false };
  const cells = (part: Partial<typeof values>) =>
    feeChangeContent({ ...chosen, ...part }, rows)?.cells?.map((each) =>
      Object.values(each).join(' '),
    );
  expect(cells({})).toEqual(['ann call', 'ben call', 'ben talk']);
  expect(cells({ types: ['call', 'fax'] })).toEqual(['ann call', 'ben call']);
  expect(cells({ attorneys: ['ben'], types: ['talk'] })).toEqual(['ben talk']);
  expect(feeChangeContent(chosen, undefined)).toBeUndefined();
  expect(cells({ attorneys: ['ann'], types: ['fax'] })).toBeUndefined();
});

it('names what is missing, and a reason only for re-pricing', () => {
  expect(feeChangeErrors(values, emptyNotes, undefined)).toEqual({});
  const nothing = { ...values, percent: '', validFrom: '', isForEveryone: false, attorneys: [] };
  expect(feeChangeErrors(nothing, { isRepricing: true, reason: ' ' }, rows)).toEqual({
    percent: 'Please enter a percentage.',
    validFrom: 'Please enter a day.',
    cells: 'Please choose an attorney and a type with call fees.',
    reason: 'Please enter a reason; it is saved with each re-priced entry.',
  });
  expect(feeChangeContent({ ...values, validFrom: '1999-12-31' }, rows)).toBeUndefined();
});
