import type { Entry } from '@recoup/contract/entries/endpoints';
import type { Reversal } from '@recoup/contract/entries/reversals';
import { expect } from 'vitest';
import type { FirmOfSums } from './firm-of-sums.ts';

type Send = <T>(name: string, given: { id?: string; body?: unknown; path?: string }) => Promise<T>;

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
