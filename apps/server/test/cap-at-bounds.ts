import { toCentsTotal } from '@recoup/contract/core/money';
import type { Matter } from '@recoup/contract/matters/endpoints';
import { expect } from 'vitest';

type Send = <T>(name: string, given: { id?: string; body?: unknown }) => Promise<T>;

/** What was recorded on a matter with a cap, in every reply. */
export async function checkCap(
  send: Send,
  of: { matter: { id: string } },
  cents: bigint,
): Promise<void> {
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
