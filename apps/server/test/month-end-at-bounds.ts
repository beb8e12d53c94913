import { toCentsTotal } from '@recoup/contract/core/money';
import type { MonthFigureList } from '@recoup/contract/entries/month-figures';
import type { MonthEnd } from '@recoup/contract/month-end/sign-off-endpoints';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { FirmOfSums, StoredEntry } from './firm-of-sums.ts';

type Send = {
  <T>(name: string, given: { path?: string; body?: unknown }): Promise<T>;
  called: Set<string>;
};

/** The sums of a month, also by attorney for the admin, and for the attorney who completes it. */
export async function checkMonthEnd(
  test: TestApp,
  send: Send,
  of: FirmOfSums & { all: readonly StoredEntry[] },
): Promise<void> {
  const path = '/month-ends/2026-03';
  const march = of.all.filter(({ date }) => date.startsWith('2026-03'));
  const wanted = march.reduce((sum, row) => sum + row.amountCents * BigInt(row.times), 0n);
  const sumOf = ({ attorneys }: MonthEnd) =>
    attorneys.reduce((sum, each) => sum + toCentsTotal(each.sum), 0n);
  expect(sumOf((await send<{ data: MonthEnd }>('getMonthEnd', { path })).data)).toBe(wanted);
  const figures = await send<MonthFigureList>('listMonthFigures', {
    path: '/month-figures/2026-03',
  });
  const sums = [...figures.data, figures.total].map(({ amount }) => toCentsTotal(amount));
  expect(sums).toEqual([wanted, wanted]);
  const token = await test.signIn(of.attorney);
  const reply = await test.call(`PUT ${path}`, { token, body: { isComplete: true } });
  expect(sumOf(reply.json<{ data: MonthEnd }>().data)).toBe(wanted);
  send.called.add('saveMonthEnd');
}
