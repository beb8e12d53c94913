import type { FeeChange } from '@recoup/contract/fee-changes/endpoints';
import { expect, it } from 'vitest';
import {
  changedText,
  roundingText,
  changeState,
  takeBackQuestion,
  takenBackText,
  wayOut,
} from './ledger-texts.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const change: FeeChange = {
  _id: '1',
  validFrom: '2027-03-01',
  percent: 6,
  roundTo: 1,
  mode: 'up',
  reason: null,
  cells: 11,
  liveCells: 11,
  repriced: 0,
  createdAt: '2027-01-05T08:00:00.000Z',
  createdBy: { _id: 'a', name: 'Lerato' },
  undoneAt: null,
  undoneBy: null,
};
const undone = { undoneAt: '2027-01-06T23:30:00.000Z', undoneBy: { _id: 'b', name: 'Sipho' } };

it('says whether a change is planned, in force or undone', () => {
  const label = (part: Partial<FeeChange>, today: string) =>
    plain(changeState({ ...change, ...part }, today).label);
  expect(label({}, '2027-02-28')).toBe('Planned from 1 Mar 2027');
  expect(label({}, '2027-03-01')).toBe('In force from 1 Mar 2027');
  expect(label({ liveCells: 0 }, '2027-03-01')).toBe('Replaced from 1 Mar 2027');
  expect(label(undone, '2027-03-01')).toBe('Undone on 7 Jan 2027 by Sipho');
  expect(plain(roundingText(change))).toBe('R 1, always up');
});

it('says what taking back does and did', () => {
  const texts = (part: Partial<FeeChange>) =>
    [takeBackQuestion({ ...change, ...part }), takenBackText({ ...change, ...part })].map(plain);
  const entries = ' Entries with its prices get their earlier price.';
  const question = 'This undoes +6 % from 1 Mar 2027: ';
  const done = 'The fee change was undone';
  expect(texts({})).toEqual([
    `${question}11 call fees return to their earlier prices.${entries}`,
    `${done}.`,
  ]);
  expect(texts({ cells: 1, liveCells: 1 })[0]).toMatch('1 call fee returns to its earlier price.');
  for (const [part, told] of [
    [
      { liveCells: 0 },
      'its call fees stay as they are, because all 11 were changed again from that day.',
    ],
    [
      { cells: 1, liveCells: 0 },
      'its call fee stays as it is, because it was changed again from that day.',
    ],
    [
      { liveCells: 1 },
      '1 call fee returns to its earlier price. ' +
        '10 others were changed again from that day, and stay as they are.',
    ],
    [
      { liveCells: 10 },
      '10 call fees return to their earlier prices. ' +
        '1 other was changed again from that day, and stays as it is.',
    ],
  ] as const)
    expect(texts(part)).toEqual([`${question}${told}${entries}`, `${done}: ${told}`]);
});

it('lists how many call fees a change still decides', () => {
  const text = (part: Partial<FeeChange>) => plain(changedText({ ...change, ...part }));
  expect(text({})).toBe('11 call fees');
  expect(text({ liveCells: 4 })).toBe('11 call fees, 4 still valid');
  expect(text({ liveCells: 4, ...undone })).toBe('11 call fees, 4 undone');
});

it('names the opposite change as a way out', () => {
  expect(plain(wayOut(6))).toBe(
    'Instead, lower the fees by 5.66 % from today, or set new fees from today. ' +
      'Entries of closed exports keep their price.',
  );
  expect(plain(wayOut(-50))).toMatch(/^Instead, raise the fees by 100 % from today, or set /);
  expect(plain(wayOut(-100))).toMatch(/^Instead, set new fees from today\./);
});
