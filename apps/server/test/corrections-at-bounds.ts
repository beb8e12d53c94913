import type { Entry } from '@recoup/contract/entries/endpoints';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { aMatter } from './factories.ts';
import type { FirmOfSums } from './firm-of-sums.ts';

type Send = <T>(name: string, given: { id?: string; body?: unknown; path?: string }) => Promise<T>;

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
  const { id: matter } = await aMatter(test.db, firm);
  await send('createEntryCorrection', { body: { entries: [id], matter, reason: 'Moved' } });
  const { data: moved } = await send<{ data: Entry }>('getEntry', { id });
  expect([moved.matter._id, moved.amount]).toEqual([matter, amount]);
  return moved;
}
