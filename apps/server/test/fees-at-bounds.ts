import type { FeeChangeOutcome } from '@recoup/contract/fee-changes/endpoints';
import type { RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import { toCentsTotal } from '@recoup/contract/core/money';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { aUser } from './factories.ts';
import type { FirmOfSums } from './firm-of-sums.ts';

type Send = <T>(name: string, given: object) => Promise<T>;

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
  const secretary = await aUser(test.db, { firm });
  await test.insertRows('recordingRights', {
    firmId: firm.id,
    userId: secretary.id,
    attorneyId: attorney.id,
  });
  return test.signIn(secretary);
}
