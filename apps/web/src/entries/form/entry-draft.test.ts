import type { CallFee } from '@recoup/contract/call-fees/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { describe, expect, it } from 'vitest';
import { entryDraftFrom, emptyDraft, parseNumber } from './entry-draft.ts';
import { pricePreview } from './price-preview.ts';
import type { Pricing } from './pricing.ts';
import { checkDraft } from './check-draft.ts';

const matter = { _id: newId(), number: 'NP001', name: 'Lease', client: 'Zulu' };
const type = newId();
const priced = (callFees: CallFee[]): Pricing => ({ callFees, unitCents: null });
const typed = priced([]);
const unit: Pricing = { callFees: [], unitCents: 255 };
const fees = priced([
  { disbursementType: type, startTime: 0, endTime: 5, additionalTime: 0, charges: 33 },
  { disbursementType: type, startTime: 5, endTime: 10, additionalTime: 0, charges: 66 },
]);
const dear = priced([
  { disbursementType: type, startTime: 0, endTime: 5, additionalTime: 0, charges: 100_000_000 },
  { disbursementType: type, startTime: -1, endTime: -1, additionalTime: 1, charges: 100_000_000 },
]);
const draft = (more: object = {}) =>
  emptyDraft({ disbursementType: type, date: '2026-03-18', matter, ...more });

describe('a draft of an entry', () => {
  it('is priced from its minutes where there are fee rows, and sends no amount', () => {
    const result = checkDraft(
      draft({ minutes: '7', amount: '1', quantity: '2', narration: ' About the lease ' }),
      fees,
    );
    expect(result).toMatchObject({
      checked: {
        cents: 6600,
        body: { minutes: 7, narration: 'About the lease', matter: matter._id },
      },
    });
    expect(result).not.toHaveProperty('checked.body.amount');
    expect(pricePreview(draft({ minutes: '7' }), fees)).toBe(
      'R\u00A066.00: over 5, up to 10\u00A0min.',
    );
  });

  it('is quantity by amount where there are none', () => {
    expect(checkDraft(draft({ quantity: '3', amount: '2,55' }), typed)).toMatchObject({
      checked: { cents: 765, body: { quantity: 3, amount: 2.55 } },
    });
    expect(pricePreview(draft({ quantity: '3', amount: '2.55' }), typed)).toBe(
      'R\u00A07.65: 3 × R\u00A02.55.',
    );
    expect(pricePreview(draft({ amount: 'R 1 234,50' }), typed)).toBe('R\u00A01\u00A0234.50.');
  });

  it('is quantity by unit price where there is one, and sends no amount', () => {
    const result = checkDraft(draft({ quantity: '3', amount: '99', minutes: '4' }), unit);
    expect(result).toMatchObject({ checked: { cents: 765, body: { quantity: 3, minutes: 4 } } });
    expect(result).not.toHaveProperty('checked.body.amount');
    expect(pricePreview(draft({ quantity: '3' }), unit)).toBe('R\u00A07.65: 3 × R\u00A02.55.');
    expect(pricePreview(draft(), unit)).toBe('R\u00A02.55: 1 × R\u00A02.55.');
    expect(pricePreview(draft({ quantity: 'x' }), unit)).toBeNull();
  });

  it.each([
    ['matter', { matter: null, minutes: '5' }, fees],
    ['minutes', {}, fees],
    ['minutes', { minutes: 'ten' }, fees],
    ['minutes', { minutes: '1.5' }, fees],
    ['amount', {}, typed],
    ['amount', { amount: '1.005' }, typed],
    ['quantity', { amount: '1', quantity: '0' }, typed],
    ['date', { minutes: '5', date: '' }, fees],
  ])('names a bad %s', (field, more, pricing) => {
    const result = checkDraft(draft(more), pricing);
    expect(Object.keys('errors' in result ? result.errors : {})).toEqual([field]);
    expect(pricePreview(draft({ minutes: 'ten', amount: '1.005' }), pricing)).toBeNull();
  });

  it.each([
    ['amount', { amount: '1000,01', quantity: '100000' }, typed],
    ['amount', { amount: '100000000,01' }, typed],
    ['quantity', { amount: '0', quantity: '100001' }, typed],
    ['quantity', { quantity: '100000' }, { ...unit, unitCents: 100_001 }],
    ['minutes', { minutes: '100001' }, fees],
    ['minutes', { minutes: '999999' }, fees],
    ['minutes', { minutes: '100000' }, dear],
    ['date', { amount: '1', date: '1999-12-31' }, typed],
    ['date', { amount: '1', date: '9999-12-31' }, typed],
  ])('names a %s beyond the bounds, and shows no price of it', (field, more, pricing) => {
    const result = checkDraft(draft(more), pricing);
    expect(Object.keys('errors' in result ? result.errors : {})).toEqual([field]);
    expect(pricePreview(draft(more), pricing) === null).toBe(field !== 'date');
  });

  it.each([
    [
      { amount: '1', quantity: '99999999999999999999' },
      typed,
      { quantity: 'Must not be more than 100 000.' },
    ],
    [
      { minutes: '99999999999999999999' },
      fees,
      { minutes: 'Must not be more than 100 000 minutes.' },
    ],
    [
      { amount: '1,500' },
      typed,
      { amount: 'A comma before three digits is unclear: write 1500 or 1,50.' },
    ],
    [{ minutes: '1,5' }, fees, { minutes: 'Must be a whole number of minutes.' }],
  ])('names the limit or the invalid number of %j', (more, pricing, errors) => {
    expect(checkDraft(draft(more), pricing)).toEqual({ errors });
  });

  it('keeps day and price of an entry from before the bounds', () => {
    const recorded = draft({ date: '0026-03-05', amount: '100000000', quantity: '100000' });
    expect(checkDraft({ ...recorded, narration: 'More' }, typed, { recorded })).toMatchObject({
      checked: { body: { date: '0026-03-05' } },
    });
    expect(checkDraft({ ...recorded, date: '0027-03-05' }, typed, { recorded })).toHaveProperty(
      'errors.date',
    );
    expect(checkDraft({ ...recorded, quantity: '99999' }, typed, { recorded })).toHaveProperty(
      'errors.amount',
    );
  });

  it('shows of a recorded entry the amount of one item', () => {
    const entry = {
      _id: newId(),
      firm: '',
      attorney: { _id: '', name: '' },
      matter,
      disbursementType: { _id: type, name: 'Copies' },
    };
    const rest = {
      date: '2026-03-18',
      minutes: null,
      quantity: 3,
      amount: 7.65,
      narration: null,
      voucher: 'INV-7',
      vouchers: 0,
      startedAt: null,
      seconds: null,
      otherParty: null,
      recordedBy: null,
      createdAt: '',
      version: 1,
      isLocked: false,
    };
    expect(entryDraftFrom({ ...entry, ...rest })).toMatchObject({
      quantity: '3',
      amount: '2.55',
      minutes: '',
      narration: '',
      voucher: 'INV-7',
    });
  });
});

it.each([
  ['1 234,50', 1234.5],
  ['R12', 12],
  ['1,500.00', 1500],
  ['R 12,345,678.90', 12_345_678.9],
  ['1,500', Number.NaN],
  ['1,500.0', Number.NaN],
  ['1500,000.00', Number.NaN],
  ['1,50.00', Number.NaN],
  ['1.500,00', Number.NaN],
  ['1,2,3', Number.NaN],
  ['', Number.NaN],
])('reads %j as %d', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});
