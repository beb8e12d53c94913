import { describe, expect, it } from 'vitest';
import {
  arrange,
  bundlePages,
  indexRows,
  maskNumber,
  maskNumbers,
  type PackLine,
  type PackLink,
} from './pack.ts';

function line(entry: string, cents: number, more: Partial<PackLine> = {}): PackLine {
  return {
    entry,
    date: '2026-03-05',
    typeId: 'sheriff',
    particulars: entry,
    who: 'Thabo Mokoena',
    minutes: null,
    voucherNumber: null,
    grossCents: cents,
    vatCents: 0,
    isReversal: false,
    isTakenBack: false,
    accountId: null,
    credits: null,
    ...more,
  };
}

function link(entry: string, voucher: string, pages: number | null = null): PackLink {
  const content = { kind: 'pdf', bytes: 1, pages, sha256: voucher } as const;
  return { entry, voucher, name: voucher, shownPages: null, ...content };
}

const entries = (lines: readonly { entry: string }[]) => lines.map(({ entry }) => entry);

describe('the lines of a pack', () => {
  it('leave out a credited line with its credit note, and what adds up to nothing', () => {
    const account = { accountId: 'a' };
    const note = { accountId: 'n', credits: 'a' };
    const one = [line('x', 500, account), line('y', 300, account), line('n1', -300, note)];
    const { items, leftOut } = arrange(one, []);
    expect([entries(items), entries(leftOut)]).toEqual([['x'], ['y', 'n1']]);
    const whole = [line('x', 500, account), line('n1', -200, note), line('n2', -300, note)];
    expect(entries(arrange(whole, []).leftOut)).toEqual(['x', 'n1', 'n2']);
    const part = [line('x', 500, account), line('n1', -200, note)];
    expect(entries(arrange(part, []).items)).toEqual(['x', 'n1']);
    const other = [line('x', 300, account), line('n1', -300, { ...note, typeId: 'copies' })];
    expect(entries(arrange(other, []).leftOut)).toEqual(['x', 'n1']);
    // A note that credits no account stays, and so does the note of another day's account.
    expect(entries(arrange([line('n1', -300, note)], []).items)).toEqual(['n1']);
  });

  it('have the same pages of a file once, and each line its own', () => {
    const lines = [line('x', 1), line('y', 1), line('z', 1)];
    const links = [
      { ...link('x', 'account', 9), shownPages: '2-3' },
      { ...link('y', 'account', 9), shownPages: '5' },
      { ...link('z', 'account', 9), shownPages: '2-3' },
    ];
    const { items, vouchers } = arrange(lines, links);
    expect(items.map((item) => item.vouchers)).toEqual([['V1'], ['V2'], ['V1']]);
    expect(vouchers.map(({ name, pages }) => [name, pages])).toEqual([
      ['account, pages 2-3', 2],
      ['account, pages 5', 1],
    ]);
  });

  it('have each voucher once, numbered by the first item that has it', () => {
    const lines = [line('x', 1), line('y', 0), line('z', 1, { minutes: 5 }), line('w', 1)];
    const links = [link('y', 'second'), link('x', 'first', 3), link('y', 'first', 3)];
    const { items, vouchers } = arrange(lines, links);
    expect(items.map((item) => [item.vouchers, item.isVoucherMissing])).toEqual([
      [['V1'], false],
      [['V2', 'V1'], false],
      [[], false],
      [[], true],
    ]);
    expect(vouchers.map(({ v, pages, items: of }) => [v, pages, of])).toEqual([
      [1, 3, [1, 2]],
      [2, 1, [2]],
    ]);
    expect(bundlePages(vouchers)).toBe(5);
  });

  it('need another page of the index for one voucher more', () => {
    const lines = Array.from({ length: indexRows + 1 }, (_, at) => line(`${at}`, 1));
    const links = lines.map(({ entry }) => link(entry, entry));
    expect(bundlePages(arrange(lines.slice(1), links).vouchers)).toBe(indexRows + 1);
    expect(bundlePages(arrange(lines, links).vouchers)).toBe(indexRows + 3);
  });
});

it.each([
  ['082 555 0101', '082 555 ****'],
  ['+442079460018', '+44207946****'],
  ['112', '***'],
])('hides the last four digits of %s', (number, masked) => {
  expect(maskNumber(number)).toBe(masked);
});

it.each([
  ['To 082 555 0101 10:30', 'To 082 555 **** 10:30'],
  ['+27 (0)82-555.0101/0825550101', '+27 (0)82-555.****/082555****'],
  ['0 8 2 5 5 5 0 1 0 1', '0 8 2 5 5 5 * * * *'],
  ['082\u2011555\u00A00101', '082\u2011555\u00A0****'],
  ['Case 082 555 0102', 'Case 082 555 0102'],
])('hides the number of a call in %j', (text, masked) => {
  expect(maskNumbers(text, ['+27825550101'])).toBe(masked);
});
