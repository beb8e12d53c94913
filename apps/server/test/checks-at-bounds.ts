import type { Entry } from '@recoup/contract/entries/endpoints';
import type { MonthFigureList } from '@recoup/contract/entries/month-figures';
import type { Reversal } from '@recoup/contract/entries/reversals';
import type { FeeChangeOutcome } from '@recoup/contract/fee-changes/endpoints';
import type { RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import type { Matter } from '@recoup/contract/matters/endpoints';
import type { MonthEnd } from '@recoup/contract/month-end/sign-off-endpoints';
import type { Statement } from '@recoup/contract/statements/endpoints';
import { toCentsTotal } from '@recoup/contract/core/money';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { FirmOfSums, StoredEntry } from './firm-of-sums.ts';

/** Calls an endpoint by its name, which it adds to those that were called. */
type Send = { <T>(name: string, input: object): Promise<T>; called: Set<string> };

/** Fees at their bounds: the matrix out and in again, the annexures, and half of all fees. */
export async function checkFeesAtBounds(test: TestApp, send: Send, of: FirmOfSums): Promise<void> {
  const matrix = await send<{ data: RateMatrixRow[] }>('getRateMatrix', {});
  const largest = { startTime: 0, endTime: 100_000, additionalTime: 0, charges: 100_000_000 };
  expect(matrix.data.flatMap(({ callFees }) => callFees)).toContainEqual(largest);
  const csv = (await send<Buffer>('getRateMatrix', { accept: 'text/csv' })).toString();
  const upload = { body: { fileStream: csv } };
  expect((await send<{ data: object }>('uploadRateMatrix', upload)).data).toMatchObject({
    changed: [],
  });
  const prices = await send<{ data: { callFees: object[] } }>('getRecordingFor', {
    id: of.attorney.id,
    token: await aSecretary(test, of),
  });
  expect(prices.data.callFees).toContainEqual(expect.objectContaining(largest));
  for (const name of ['getFeeAnnexure', 'getFeeAnnexures'])
    await send(name, { id: of.attorney.id, accept: 'application/pdf' });
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(amount_cents), 0)::text as cents from entries
    where firm_id = ${of.firm.id} and schedule_id is not null
      and date between '2025-12-19' and '2026-03-18'`.execute(test.db);
  const body = { validFrom: '2026-03-18', percent: -50, roundTo: 1 };
  const { data } = await send<{ data: FeeChangeOutcome }>('createRateChange', { body });
  expect(toCentsTotal(data.lastThreeMonths.before)).toBe(BigInt(rows[0]?.cents ?? 0));
}

/** Returns the token of a user who may record for the attorney. */
async function aSecretary(test: TestApp, { firm, attorney }: FirmOfSums): Promise<string> {
  const secretary = await test.aUser({ firm });
  await test.insertRows('recordingRights', {
    firmId: firm.id,
    userId: secretary.id,
    attorneyId: attorney.id,
  });
  return test.signIn(secretary);
}

/** Corrects an entry alone and with others, which both keep its amount. @returns the entry */
export async function checkCorrections(
  test: TestApp,
  send: Send,
  { entryId: id, firm }: FirmOfSums,
): Promise<Entry> {
  const { data: before } = await send<{ data: Entry }>('getEntry', { id });
  const { amount, date } = before;
  const body = { date, narration: 'Corrected', reason: 'For the test' };
  const { data: corrected } = await send<{ data: Entry }>('updateEntry', { id, body });
  expect(corrected).toMatchObject({ amount, date, narration: 'Corrected' });
  const { id: matter } = await test.aMatter(firm);
  await send('createEntryCorrection', { body: { entries: [id], matter, reason: 'Moved' } });
  const { data: moved } = await send<{ data: Entry }>('getEntry', { id });
  expect([moved.matter._id, moved.amount]).toEqual([matter, amount]);
  return moved;
}

/** Reverses a locked entry, and deletes the reversal again. */
export async function checkReversal(send: Send, { entryId: id }: FirmOfSums): Promise<void> {
  const { data: entry } = await send<{ data: Entry }>('getEntry', { id });
  const body = { reason: 'For the test' };
  const { data } = await send<{ data: Reversal }>('reverseEntry', { id, body });
  const { _id, amount, minutes, quantity } = data.reversal;
  expect(amount + entry.amount).toBe(0);
  expect((minutes ?? 0) + (entry.minutes ?? 0)).toBe(0);
  expect((quantity ?? 0) + (entry.quantity ?? 0)).toBe(0);
  await send('deleteEntry', { path: `/entries/${_id}?reason=test` });
}

/** What was recorded on a matter with a cap, in every reply. */
export async function checkCap(send: Send, of: { matter: { id: string } }, cents: bigint) {
  const { id } = of.matter;
  const { data: capped } = await send<{ data: Matter }>('updateMatter', { id, body: { cap: 1 } });
  const lists = [
    await send<{ data: Matter[] }>('listMatters', {}),
    await send<{ data: Matter[] }>('listRecentMatters', {}),
  ];
  const found = lists.flatMap(({ data }) => data.filter(({ _id }) => _id === id));
  expect([capped, ...found].map(({ recorded }) => recorded && toCentsTotal(recorded))).toEqual([
    cents,
    cents,
    cents,
  ]);
}

/** What a client owes for a matter, in every sum of its statement. */
export async function checkStatement(send: Send, of: { matter: { id: string } }, cents: bigint) {
  const { data } = await send<{ data: Statement }>('getStatement', { id: of.matter.id });
  const subtotals = data.subtotals.reduce((sum, { total }) => sum + toCentsTotal(total), 0n);
  expect([toCentsTotal(data.total), toCentsTotal(data.costs.total), subtotals]).toEqual([
    cents,
    cents,
    cents,
  ]);
}

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
