import type { RateChange } from '@recoup/contract/call-fees/rate-change-endpoints';
import { expect, it } from 'vitest';
import { roundingText, stateOf, takeBackQuestion, wayOut } from './ledger-words.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const change: RateChange = {
  _id: '1',
  validFrom: '2027-03-01',
  percent: 6,
  roundTo: 1,
  mode: 'up',
  reason: null,
  cells: 11,
  repriced: 0,
  createdAt: '2027-01-05T08:00:00.000Z',
  createdBy: { _id: 'a', name: 'Lerato' },
  undoneAt: null,
  undoneBy: null,
};
const undone = { undoneAt: '2027-01-06T23:30:00.000Z', undoneBy: { _id: 'b', name: 'Sipho' } };

it('says whether a change is planned, in force or taken back', () => {
  const label = (part: Partial<RateChange>, today: string) =>
    plain(stateOf({ ...change, ...part }, today).label);
  expect(label({}, '2027-02-28')).toBe('Planned from 1 Mar 2027');
  expect(label({}, '2027-03-01')).toBe('In force from 1 Mar 2027');
  expect(label(undone, '2027-03-01')).toBe('Taken back on 7 Jan 2027 by Sipho');
  expect(plain(roundingText(change))).toBe('R 1, always up');
});

it('says what taking back does, also to re-priced entries', () => {
  expect(plain(takeBackQuestion(change))).toBe(
    'This takes back +6 % from 1 Mar 2027: 11 call fees are again as before it. ' +
      'Recorded entries keep their price.',
  );
  expect(plain(takeBackQuestion({ ...change, cells: 1, repriced: 2 }))).toBe(
    'This takes back +6 % from 1 Mar 2027: 1 call fee is again as before it. ' +
      '2 entries re-priced by it get their earlier price.',
  );
});

it('names the opposite raise as a way out', () => {
  expect(plain(wayOut(6))).toBe(
    'Instead, raise the fees by −5.66 % from today, or set new fees from today. ' +
      'Entries of closed exports keep their price.',
  );
  expect(plain(wayOut(-100))).toMatch(/^Instead, set new fees from today\./);
});
