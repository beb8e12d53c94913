import { nothingSaved } from '@recoup/contract/call-fees/messages';
import type { FeeChange, FeeChangePreview } from '@recoup/contract/fee-changes/endpoints';
import { describe, expect, it } from 'vitest';
import {
  announcementText,
  appliedText,
  differencesText,
  feeChangeSummary,
  laterText,
  listedText,
  lockedText,
  monthsText,
  reductionText,
  rejectionText,
  sameDayText,
} from './fee-change-texts.ts';
import { comparePreviews } from './use-fee-change.ts';

const plain = (text: string | undefined) => text?.replaceAll('\u00A0', ' ');
const band = (endTime: number, charges: number) => ({
  startTime: endTime - 5,
  endTime,
  additionalTime: 0,
  charges,
});
type Cell = FeeChangePreview['cells'][number];
const cell = (attorney: string, part: Partial<Cell> = {}): Cell => ({
  attorney: { _id: attorney, name: attorney },
  disbursementType: { _id: 'call', name: 'Call' },
  before: [band(5, 33), band(10, 66)],
  after: [band(5, 35), band(10, 70)],
  effectivePercent: 6.06,
  next: null,
  ...part,
});
const same = (attorney: string) =>
  cell(attorney, { after: [band(5, 33), band(10, 66)], effectivePercent: 0 });
const preview = (part: Partial<FeeChangePreview> = {}): FeeChangePreview => ({
  _id: '1',
  validFrom: '2027-03-01',
  cells: [cell('ann'), cell('ben', { effectivePercent: 5 }), same('cyd')],
  lastThreeMonths: { before: 1000, after: 1060 },
  entries: { unlocked: 0, locked: 0 },
  unlockedEntries: [],
  sameDayChanges: [],
  sameDayFees: 0,
  exports: [],
  state: 's',
  ...part,
});

describe('a preview in words', () => {
  it('counts attorneys, types and fees that change, with the range of percentages', () => {
    expect(feeChangeSummary(preview())).toEqual({
      attorneys: 2,
      types: 1,
      fees: 2,
      equal: 1,
      lowest: 0,
      highest: 6.06,
    });
  });

  it('is announced', () => {
    expect(plain(announcementText(preview({ entries: { unlocked: 2, locked: 0 } }), 6))).toBe(
      'Preview: 2 attorneys, 1 type, 0 % to +6.06 %. The last three months would have been ' +
        'R 1 060.00 instead of R 1 000.00 (+6 %). 1 call fee not changed. 2 recorded entries.',
    );
    expect(plain(announcementText(preview(), -3))).toMatch(
      /^This lowers the fees by 3 %. Preview: /,
    );
    expect(announcementText(preview({ cells: [same('ann')] }), 6)).toBe(
      'Preview: no price would change.',
    );
  });

  it('names sums beyond what a number holds', () => {
    const lastThreeMonths = { before: '30000000000000.01', after: '30000000000000.02' };
    expect(plain(monthsText({ lastThreeMonths }))).toBe(
      'The last three months would have been R 30 000 000 000 000.02 ' +
        'instead of R 30 000 000 000 000.01 (0 %).',
    );
    expect(monthsText({ lastThreeMonths: { before: 0, after: 0 } })).toBe(
      'The last three months have no such entries.',
    );
  });

  it('names the exports of locked entries', () => {
    const locked = (count: number, exports: number[]) =>
      plain(lockedText({ entries: { unlocked: 0, locked: count }, exports }));
    expect(locked(0, [])).toBeUndefined();
    expect(locked(1, [3])).toBe('1 entry of closed export 3 is locked and keeps its price.');
    expect(locked(9, [3, 4, 7])).toBe(
      '9 entries of closed exports 3, 4 and 7 are locked and keep their prices.',
    );
  });

  it('names the changes from the same day that it comes on top of', () => {
    const change = (percent: number, name: string): FeeChange => ({
      _id: name,
      validFrom: '2027-03-01',
      percent,
      roundTo: 1,
      mode: 'nearest',
      reason: null,
      cells: 1,
      liveCells: 1,
      repriced: 0,
      createdAt: '2027-01-05T23:00:00.000Z',
      createdBy: { _id: name, name },
      undoneAt: null,
      undoneBy: null,
    });
    expect(sameDayText(preview())).toBeUndefined();
    const again = preview({ sameDayChanges: [change(6, 'Lerato')] });
    expect(plain(sameDayText(again))).toBe(
      'Already changed from 1 Mar 2027: +6 % by Lerato on 6 Jan 2027. This change comes on top.',
    );
    expect(plain(announcementText(again, 6))).toMatch(
      /^Already changed from .* on top\. Preview: /,
    );
    const twice = preview({ sameDayChanges: [change(-2, 'Sipho'), change(6, 'Lerato')] });
    expect(plain(sameDayText(twice))).toMatch(': −2 % by Sipho on 6 Jan 2027; +6 % by Lerato on ');
    expect(plain(sameDayText(preview({ sameDayFees: 2 })))).toBe(
      'Already changed from 1 Mar 2027: 2 call fees by hand or by file. This change comes on top.',
    );
    expect(plain(sameDayText(preview({ ...again, sameDayFees: 1 })))).toMatch(
      ' on 6 Jan 2027; 1 call fee by hand or by file. ',
    );
  });

  it('heads the list of entries', () => {
    const entry = {
      _id: '1',
      date: '2027-03-02',
      attorney: { _id: 'ann', name: 'ann' },
      disbursementType: { _id: 'call', name: 'Call' },
      matter: { _id: 'm', number: 'M1', name: 'RAF' },
      minutes: 3,
      before: 33,
      after: 35,
    };
    const text = (unlocked: number, unlockedEntries: (typeof entry)[]) =>
      plain(listedText({ entries: { unlocked, locked: 0 }, unlockedEntries }));
    expect(text(1, [entry])).toBe('1 recorded entry');
    expect(text(1200, [entry, entry])).toBe('The latest 2 of 1 200 recorded entries');
  });

  it('names the last day before a later change', () => {
    expect(laterText({ next: null })).toBeUndefined();
    const text = (now: string) => plain(laterText({ next: { validFrom: '2027-06-01' } }, now));
    expect(text('2027-05-31')).toBe('Until 31 May 2027, then the fees planned from 1 Jun 2027');
    expect(text('2027-06-01')).toBe('Until 31 May 2027, then the fees valid from 1 Jun 2027');
  });
});

it('says a reduction in words', () => {
  expect([6, 0, -2.5, -100].map((percent) => plain(reductionText(percent)))).toEqual([
    undefined,
    'At 0 % prices are only rounded.',
    'This lowers the fees by 2.5 %.',
    'This makes all these calls free.',
  ]);
  expect(
    [6, 0, -2.5].map((percent) => plain(appliedText({ percent, validFrom: '2027-03-01' }))),
  ).toEqual([
    'Fees raised by 6 % from 1 Mar 2027.',
    'Fees rounded from 1 Mar 2027.',
    'Fees lowered by 2.5 % from 1 Mar 2027.',
  ]);
});

describe('what another user has changed since a preview', () => {
  const differences = (now: Cell[]) => comparePreviews(preview(), preview({ cells: now }));
  const texts = (now: Cell[]) =>
    [...differences(now).byCell].map(([key, text]) => [key, plain(text)]);

  it('is nothing for the same', () => {
    expect(texts(preview().cells)).toEqual([]);
    expect(differencesText(differences(preview().cells), 'Raise fees')).toBe(
      'The preview was made again. Please check it, then press Raise fees again.',
    );
  });

  it('does not ask for the preview that was made again', () => {
    const message = `The call fees have changed since the preview. ${nothingSaved.makePreview}`;
    expect(rejectionText(message)).toBe(
      'The call fees have changed since the preview. Nothing was saved.',
    );
    expect(rejectionText('The server cannot be reached.')).toBe('The server cannot be reached.');
  });

  it('names the price that was and is, of the rows that differ', () => {
    const raised = cell('ann', { before: [band(5, 35), band(10, 66)] });
    expect(texts([raised, cell('ben'), same('cyd')])).toEqual([
      ['ann call', 'To 5 min was R 33.00, is now R 35.00'],
    ]);
  });

  it('names all rows when their times differ', () => {
    expect(texts([cell('ann', { before: [band(5, 33)] }), cell('ben'), same('cyd')])).toEqual([
      [
        'ann call',
        'Was to 5 min R 33.00 · to 10 min R 66.00 · longer: R 66.00; ' +
          'is now to 5 min R 33.00 · longer: R 33.00',
      ],
    ]);
  });

  it('names a cell that is new, gone or has a later change', () => {
    const later = cell('ben', { next: { validFrom: '2027-06-01' } });
    const now = differences([cell('ann'), later, cell('dan')]);
    expect([...now.byCell.values()].map(plain)).toEqual([
      'A later change from 1 Jun 2027 was added',
      'New since the preview',
    ]);
    expect(plain(differencesText(now, 'Raise fees'))).toBe(
      'The preview was made again. 2 call fees below are marked. ' +
        'No longer part of it: cyd, Call. Please check, then press Raise fees again.',
    );
    const before = preview({ cells: [later] });
    expect([...comparePreviews(before, preview({ cells: [cell('ben')] })).byCell.values()]).toEqual(
      ['The later change is gone'],
    );
  });
});
