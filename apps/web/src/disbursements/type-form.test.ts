import { expect, it } from 'vitest';
import { formValuesFrom } from '../ui/form/define-form.ts';
import { toBody, typeForm } from './type-form.ts';

const base = formValuesFrom(typeForm);
const always = { title: '', fixed: true, calculated: false };

it('sends name and kind always, and the other fields that the user changed', () => {
  expect(toBody(base, base)).toEqual(always);
  const flags = { wantsNarration: true, needsVoucher: true, isFree: true };
  const changed = { ...flags, vat: 'agent' } as const;
  expect(toBody({ ...base, ...changed }, base)).toEqual({ ...always, ...changed });
});

it('sends a changed unit price with its day, for a fixed type alone', () => {
  const price = { unitPrice: '2,50', unitPriceFrom: '2026-03-01' };
  const sent = { unitPrice: 2.5, unitPriceFrom: '2026-03-01' };
  expect(toBody({ ...base, ...price }, base)).toEqual({ ...always, ...sent });
  const timed = { ...base, ...price, fixed: false };
  expect(toBody(timed, base)).toEqual({ ...always, fixed: false });
});

it('leaves out what only the page shows', () => {
  const nextUnitPrice = { validFrom: '2027-01-01', unitPrice: 3 };
  expect(toBody({ ...base, active: false, nextUnitPrice }, base)).toEqual(always);
});
