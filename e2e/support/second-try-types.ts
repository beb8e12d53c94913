import { texts } from '@recoup/contract/core/texts';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { Page } from 'playwright-core';
import { call, save } from './firms.ts';

export const addPage = '/home/attorneys/add-disbursement';
export const types = '**/core/api/disbursements';
export const unreachable = 'The service cannot be reached.';

export const fillName = async (page: Page, name: string) => page.getByLabel('Name').fill(name);
export const waitForAlert = async (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor();

export async function saveToEnd(page: Page): Promise<void> {
  await save(page);
  await page.waitForURL('**/disbursement-list');
  await page.getByText(texts.disbursementSaved).waitFor();
}

/** All that have the word in their titles, by title. */
export async function search(page: Page, word: string): Promise<DisbursementType[]> {
  const { text } = await call(page, 'GET', `/disbursements?search=${word}`);
  return (JSON.parse(text) as { data: DisbursementType[] }).data; // the contract's answer
}
export const titlesOf = (found: readonly DisbursementType[]) => found.map(({ title }) => title);
