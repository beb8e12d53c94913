import { expect, it } from 'vitest';
import { checkDraft } from '../form/check-draft.ts';
import { emptyDraft } from '../form/entry-draft.ts';
import { replacementDays, typesOfReplacement } from './locked-entry.tsx';

it.each([
  [{}, undefined],
  [{ date: '2026-03-04' }, { date: expect.stringMatching(/^Choose a day from 5 March 2026/) }],
  [{ date: '2026-03-19' }, { date: expect.stringContaining('up to today') }],
  [{ happenedOn: '' }, { happenedOn: 'Enter the day on which it happened.' }],
  [
    { date: '2026-03-10', happenedOn: '2026-03-11' },
    { happenedOn: 'Must not be after 10 March 2026.' },
  ],
])('checks the days of a replacement: %j', (days, errors) => {
  const { check } = replacementDays('2026-03-05', '2026-03-18');
  const given = { amount: '1', date: '2026-03-18', happenedOn: '2026-03-05' };
  const matter = {
    _id: '019cfff5-6c00-70a1-a31c-30116493c9cb',
    number: '1',
    name: 'x',
    client: '',
  };
  const draft = emptyDraft({ disbursementType: matter._id, ...given, ...days, matter });
  const result = checkDraft(draft, { callFees: [], unitCents: null }, { check });
  expect('errors' in result ? result.errors : undefined).toEqual(errors);
});

it('prices the reversed type by the fees that its day has now', () => {
  const schedule = (validFrom: string, charges: number) => ({
    _id: validFrom,
    disbursementType: 'call',
    validFrom,
    callFees: [{ startTime: 0, endTime: 5, additionalTime: 0, charges }],
  });
  const entry = {
    disbursementType: { _id: 'call', name: 'Call' },
    callFeeSchedules: [schedule('2000-01-01', 33), schedule('2026-03-10', 77)],
  };
  const typesOn = typesOfReplacement(entry, []);
  const charges = ['2026-03-05', '2026-03-18'].map((day) => typesOn(day)[0]?.callFees[0]?.charges);
  expect(charges).toEqual([33, 77]);
});
