import type { Page } from 'playwright-core';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { importCalls, type ImportedCall } from './calls.ts';

const { thabo, pieter } = demoAttorneys;
export const row = (page: Page, number: string) =>
  page.getByRole('row').filter({ hasText: number });
export const dialog = (page: Page) => page.getByRole('dialog', { name: /^Call of / });
export const button = (page: Page, number: string, name: string) =>
  row(page, number).getByRole('button', { name: new RegExp(`^${name}: `) });

/** The firm's calls; those of 204 are Thabo's, those of 205 Pieter's. */
export async function withCalls(
  open: (at: string) => Promise<Page>,
  calls: readonly ImportedCall[],
  at = '/home/attorneys/calls',
): Promise<Page> {
  await importCalls([thabo, pieter], calls);
  return open(at);
}
