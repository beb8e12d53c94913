import { describe, expect, it } from 'vitest';
import { type Draft, emptyDraft } from './entry-draft.ts';
import { differencesOfDrafts, mergeDrafts, unusedSentence } from './entry-edit-conflict.tsx';

const types = [
  { _id: 'call', title: 'Call', callFees: [{}], unitPrices: [] },
  { _id: 'copies', title: 'Photocopies', callFees: [], unitPrices: [] },
  { _id: 'postage', title: 'Postage', callFees: [], unitPrices: [] },
  {
    _id: 'scans',
    title: 'Scans',
    callFees: [],
    unitPrices: [{ validFrom: '2026-01-01', unitPrice: 2.5 }],
  },
];
const copies: Draft = emptyDraft({
  disbursementType: 'copies',
  date: '2026-03-18',
  amount: '10.00',
});
const call: Draft = emptyDraft({
  disbursementType: 'call',
  date: '2026-03-18',
  minutes: '7',
  amount: '66.00',
});
const sides = (base: Draft, typed: Partial<Draft>, saved: Partial<Draft>) => ({
  base,
  yours: { ...base, ...typed },
  theirs: { ...base, ...saved },
});

describe('the correction of an entry whose type was changed elsewhere', () => {
  it('keeps a typed amount where the new type takes an amount', () => {
    const both = sides(copies, { amount: '25' }, { disbursementType: 'postage' });
    expect(mergeDrafts(both, types)).toMatchObject({ disbursementType: 'postage', amount: '25' });
    expect(unusedSentence(both, types)).toBeUndefined();
  });

  it('says that a typed amount is not used where the new type is priced by minutes', () => {
    const both = sides(
      copies,
      { quantity: '3', amount: '25' },
      { disbursementType: 'call', minutes: '7', amount: '66.00' },
    );
    expect(unusedSentence(both, types)).toBe(
      'Call is priced by its minutes: the quantity and the amount that you typed are not used.',
    );
    expect(unusedSentence({ ...both, yours: { ...copies, amount: '25' } }, types)).toMatch(
      /the amount that you typed is not used\.$/,
    );
    // Another type that the user chooses next takes it.
    expect(mergeDrafts(both, types)).toMatchObject({
      disbursementType: 'call',
      minutes: '7',
      amount: '25',
    });
    expect(differencesOfDrafts(both, types)).toContainEqual({
      field: 'Unit price (R)',
      theirs: '',
      yours: '25',
    });
  });

  it('says that a typed amount is not used where the new type has a unit price', () => {
    const both = sides(
      copies,
      { quantity: '3', amount: '25' },
      { disbursementType: 'scans', amount: '2.50' },
    );
    expect(unusedSentence(both, types)).toBe(
      'Scans has a unit price: the amount that you typed is not used.',
    );
    expect(differencesOfDrafts(both, types)).not.toContainEqual(
      expect.objectContaining({ theirs: '2.50' }),
    );
  });

  it('does not record typed minutes without a field that shows them', () => {
    const both = sides(
      call,
      { minutes: '12' },
      { disbursementType: 'copies', minutes: '', amount: '50.00' },
    );
    expect(mergeDrafts(both, types)).toMatchObject({
      disbursementType: 'copies',
      minutes: '',
      amount: '50.00',
    });
    expect(unusedSentence(both, types)).toBe(
      'Photocopies takes an amount: the minutes that you typed are not used.',
    );
  });

  it('keeps a type that the user chose, with its fields', () => {
    const both = sides(
      copies,
      { disbursementType: 'postage', amount: '25' },
      { disbursementType: 'call', minutes: '7' },
    );
    expect(mergeDrafts(both, types)).toMatchObject({ disbursementType: 'postage', amount: '25' });
    expect(unusedSentence(both, types)).toBeUndefined();
  });
});
