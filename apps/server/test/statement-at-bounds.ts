import { toCentsTotal } from '@recoup/contract/core/money';
import type { Statement } from '@recoup/contract/statements/endpoints';
import { expect } from 'vitest';

type Send = <T>(name: string, given: { id?: string; body?: unknown }) => Promise<T>;

/** What a client owes for a matter, in every sum of its statement. */
export async function checkStatement(
  send: Send,
  of: { matter: { id: string } },
  cents: bigint,
): Promise<void> {
  const { data } = await send<{ data: Statement }>('getStatement', { id: of.matter.id });
  const subtotals = data.subtotals.reduce((sum, { total }) => sum + toCentsTotal(total), 0n);
  expect([toCentsTotal(data.total), toCentsTotal(data.costs.total), subtotals]).toEqual([
    cents,
    cents,
    cents,
  ]);
}
