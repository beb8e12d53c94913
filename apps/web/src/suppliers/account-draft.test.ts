import { expect, it } from 'vitest';
import {
  creditDraft,
  type Draft,
  emptyDraft,
  filledLines,
  newLine,
  pastedLines,
  readAmount,
  readDraft,
  sharesByLine,
  sumText,
} from './account-draft.ts';

const draftOf = (more: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(),
  supplier: 's',
  number: 'INV 1',
  date: '2026-03-10',
  total: '157.50',
  lines: [
    newLine({ matter: 'M-1', type: 't', amount: '100' }),
    newLine({ matter: 'M-2', type: 't', amount: 'R 57,50', narration: 'Service' }),
    newLine({ type: 't' }),
  ],
  ...more,
});
const matters = new Map([
  ['M-1', 'one'],
  ['M-2', 'two'],
]);
const spaced = (text: string) => text.replaceAll('\u00A0', ' ');

it.each([
  ['1 234,50', { cents: 123_450 }],
  ['R100', { cents: 10_000 }],
  ['1,500', { error: 'A comma before three digits is unclear: write 1500 or 1,50.' }],
  ['0', { error: 'Must be above R 0.00.' }],
  ['-5', { error: 'Enter an amount such as 1234.50.' }],
  ['', { error: 'Enter the amount.' }],
])('reads the amount %j', (text, read) => {
  expect(readAmount(text)).toEqual(read);
});

it('makes the body of the filled lines, negative for a credit note', () => {
  const { errors, body } = readDraft(draftOf(), matters);
  expect(errors).toEqual({});
  expect(body).toEqual({
    supplier: 's',
    number: 'INV 1',
    date: '2026-03-10',
    total: 157.5,
    lines: [
      { matter: 'one', disbursementType: 't', amount: 100 },
      { matter: 'two', disbursementType: 't', amount: 57.5, narration: 'Service' },
    ],
  });
  const credit = readDraft(draftOf({ isCredit: true, credits: 'a' }), matters).body;
  expect(credit).toMatchObject({ total: -157.5, credits: 'a', lines: [{ amount: -100 }, {}] });
});

it('names what is missing at its line', () => {
  const lines = [newLine({ matter: 'X', amount: 'x' }), newLine({ narration: 'n' })];
  const { errors } = readDraft(
    draftOf({ supplier: '', number: ' ', date: '', total: '', lines }),
    matters,
  );
  expect(errors).toEqual({
    supplier: 'Choose the supplier.',
    number: 'Enter the number of the account.',
    date: 'Enter the day of the account.',
    total: 'Enter the amount.',
    'lines.0.matter': 'There is no matter X.',
    'lines.0.disbursementType': 'Choose a type.',
    'lines.0.amount': 'Enter an amount such as 1234.50.',
    'lines.1.matter': 'Enter the number of a matter.',
    'lines.1.disbursementType': 'Choose a type.',
    'lines.1.amount': 'Enter the amount.',
  });
});

it('says what the lines add up to', () => {
  const text = (draft: Draft) => spaced(sumText(draft).text);
  expect(text(draftOf())).toBe('2 lines, R 157.50 of R 157.50.');
  expect(sumText(draftOf()).isEven).toBe(true);
  expect(text(draftOf({ total: '160' }))).toBe('2 lines, R 157.50 of R 160.00: R 2.50 is missing.');
  expect(text(draftOf({ total: '150' }))).toBe(
    '2 lines, R 157.50 of R 150.00: R 7.50 is too much.',
  );
  expect(text(draftOf({ total: '', lines: [newLine()] }))).toBe('0 lines, R 0.00.');
});

it('splits the total over the filled lines', () => {
  const equal = draftOf({ split: 'equal', total: '100.01' });
  expect([...(sharesByLine(equal)?.values() ?? [])]).toEqual([5001, 5000]);
  const lines = filledLines(equal).map((line, at) => ({ ...line, weight: at === 0 ? '3' : '1' }));
  const weighted = draftOf({ split: 'weights', total: '100', lines });
  expect([...(sharesByLine(weighted)?.values() ?? [])]).toEqual([7500, 2500]);
  expect(readDraft(weighted, matters).body).toMatchObject({
    split: 'weights',
    lines: [{ weight: 3 }, { weight: 1 }],
  });
  expect(readDraft(weighted, matters).body.lines[0]).not.toHaveProperty('amount');
  expect(sharesByLine(draftOf())).toBeUndefined();
});

it('reads lines of a spreadsheet', () => {
  const text = 'M-1\t100,00\tService on K Nel\r\nM-2\tReturn\tR 57.50\n\n';
  expect(pastedLines(text, 't')).toMatchObject([
    { matter: 'M-1', amount: '100,00', narration: 'Service on K Nel', type: 't' },
    { matter: 'M-2', amount: 'R 57.50', narration: 'Return' },
  ]);
});

it('begins the credit note of an account with its lines', () => {
  const named = { _id: 'x', name: 'X' };
  const line = {
    entry: 'e',
    matter: { ...named, number: 'M-1' },
    disbursementType: named,
    attorney: named,
    amount: 57.5,
    narration: null,
    pages: null,
    export: null,
    reversedBy: null,
    replacedBy: null,
  };
  const draft = creditDraft({
    _id: 'a',
    supplier: named,
    number: '1',
    date: '2026-03-10',
    total: 57.5,
    isPaid: false,
    vouchers: 0,
    paidOn: null,
    credits: null,
    isLocked: false,
    creditedAccount: null,
    creditNotes: [],
    lines: [line],
  });
  expect(draft).toMatchObject({
    supplier: 'x',
    total: '57.50',
    isCredit: true,
    credits: 'a',
    lines: [{ matter: 'M-1', type: 'x', amount: '57.50', attorney: 'x' }],
  });
});
