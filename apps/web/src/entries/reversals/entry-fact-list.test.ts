import type { Entry } from '@recoup/contract/entries/endpoints';
import { expect, it } from 'vitest';
import { formatDate } from '../../ui/lib/format.ts';
import { amountText, entryFacts } from './entry-fact-list.tsx';

const entry: Entry = {
  _id: 'x',
  firm: 'f',
  attorney: { _id: 'a', name: 'Thabo Mokoena' },
  matter: { _id: 'm', name: 'Lease', number: 'NP1', client: null },
  disbursementType: { _id: 't', name: 'Call' },
  date: '2026-03-05',
  minutes: 7,
  quantity: null,
  amount: 525,
  narration: 'Called the sheriff',
  voucher: null,
  vouchers: 0,
  startedAt: null,
  seconds: null,
  otherParty: null,
  recordedBy: null,
  createdAt: '2026-03-05T10:00:00.000Z',
  version: 1,
  isLocked: true,
};

it('lists what identifies an entry, and leaves out what it lacks', () => {
  expect(entryFacts(entry)).toEqual([
    ['Day', formatDate('2026-03-05')],
    ['Minutes', expect.stringContaining('7')],
    ['Matter', 'Lease'],
    ['Attorney', 'Thabo Mokoena'],
    ['Narration', 'Called the sheriff'],
  ]);
  const titles = entryFacts({ ...entry, minutes: null, quantity: 3, voucher: 'R-1' });
  expect(titles.map(([title]) => title)).toContain('Quantity');
  expect(titles).toContainEqual(['Voucher', 'R-1']);
});

it.each([
  [undefined, 'R 525.00'],
  [603.75, 'R 525.00 (R 603.75 with VAT)'],
  [525, 'R 525.00'],
])('names the amount with a gross of %s', (gross, text) => {
  const vat = { treatment: 'cost' as const, percent: 15, net: 525, vat: 78.75 };
  const input = { amount: 525, ...(gross !== undefined && { vat: { ...vat, gross } }) };
  expect(amountText(input).replaceAll('\u00A0', ' ')).toBe(text);
});
