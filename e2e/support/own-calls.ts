import type { Page } from 'playwright-core';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { callDay, importCalls, type ImportedCall } from './calls.ts';
import { readData } from './wire.ts';

export const attorney = demoAttorneys.thabo;
export const place = '/home/entries/calls';
export const row = (page: Page, number: string) =>
  page.getByRole('list', { name: 'Calls nobody recorded' }).getByRole('listitem').filter({
    hasText: number,
  });

/** The attorney's page with these calls. */
export async function withCalls(
  open: (at: string) => Promise<Page>,
  calls: readonly ImportedCall[],
  at = place,
): Promise<Page> {
  await importCalls([attorney], calls);
  return open(at);
}

export type Entry = {
  _id: string;
  minutes: number;
  narration: string | null;
  matter: { number: string };
};

export async function entriesOfDay(): Promise<Entry[]> {
  const query = `/entries?from=${callDay}&to=${callDay}&itemsPerPage=100&page=1`;
  return await readData<Entry[]>(attorney, query);
}
