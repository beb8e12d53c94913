import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';
import { expect, it } from 'vitest';
import { adminSummary, attorneyReminder, noExceptions } from './remind-firm.ts';

const common = { month: '2027-04', publicUrl: 'https://recoup.test' };
const monthOf = (name: string, given: Partial<AttorneyMonth> = {}): AttorneyMonth => ({
  attorney: { _id: name, name },
  state: 'open',
  completedAt: null,
  recordedSince: 0,
  entries: 12,
  sum: 1234.5,
  ...given,
});
const nothing = { state: 'nothing', entries: 0, sum: 0 } as const;
const complete = { state: 'complete', completedAt: '2027-04-28T08:00:00.000Z' } as const;
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

it('tells an attorney what is open, with a link to the own entries', () => {
  const own = monthOf('Thabo Mokoena');
  const mail = attorneyReminder({ ...common, name: 'Thabo Mokoena', own }, { block: 1, warn: 2 });
  expect(mail.subject).toBe('April 2027: please complete your month');
  expect(plain(mail.body)).toBe(`Dear Thabo Mokoena

Your April 2027 is not complete yet.
Recorded: 12 entries, R 1 234.50.
Open exceptions in your entries: 1 blocking, 2 warnings.

Please finish your entries, and mark the month as complete:
https://recoup.test/home/entries

Recoup`);
});

it.each([
  [monthOf('T', nothing), noExceptions, 'please complete', 'You have recorded nothing'],
  [monthOf('T', { entries: 1 }), noExceptions, 'please complete', 'Recorded: 1 entry, R'],
  [monthOf('T', complete), { block: 0, warn: 1 }, 'please check', '1 warning.'],
])('words a reminder by what is open: %#', (own, exceptions, subject, words) => {
  const mail = attorneyReminder({ ...common, name: 'T', own }, exceptions);
  expect(mail.subject).toContain(subject);
  expect(plain(mail.body)).toContain(words);
  expect(mail.body.includes('Open exceptions')).toBe(exceptions.warn > 0);
  expect(mail.body.includes('mark the month')).toBe(own.state !== 'complete');
});

it('tells the admin who is complete, and how many exceptions of which level are open', () => {
  const months = [
    monthOf('Anna', complete),
    monthOf('Ben'),
    monthOf('Carl', nothing),
    monthOf('Zoe', { ...complete, entries: 0, sum: 0 }),
  ];
  const exceptions = new Map([
    ['Ben', { block: 1, warn: 0 }],
    ['Anna', { block: 0, warn: 3 }],
  ]);
  const firm = { ...common, name: 'Ayanda', firmName: 'Zulu Attorneys', months };
  const mail = adminSummary(firm, exceptions);
  expect(mail.subject).toBe('April 2027: 2 of 4 complete');
  expect(plain(mail.body)).toBe(`Dear Ayanda

Zulu Attorneys, April 2027

Not complete: 1
  Ben: 12 entries, R 1 234.50; 1 blocking

Nothing recorded: 1
  Carl: nothing recorded

Complete: 2
  Anna: 12 entries, R 1 234.50; 3 warnings
  Zoe: nothing recorded

Open exceptions of attorneys: 1 blocking, 3 warnings.

To close the month:
https://recoup.test/home/attorneys/month-end

Recoup`);
});

it('names at most fifty attorneys of a group', () => {
  const months = Array.from({ length: 200 }, (_, index) => monthOf(`A${index}`));
  const firm = { ...common, name: 'Ayanda', firmName: 'Zulu Attorneys', months };
  const { body } = adminSummary(firm, new Map());
  expect(body).toContain('Not complete: 200\n');
  expect(body).toContain('  A49: 12 entries');
  expect(body).not.toContain('A50:');
  expect(body).toContain('  and 150 more\n');
  expect(body).toContain('Open exceptions of attorneys: none.');
});
