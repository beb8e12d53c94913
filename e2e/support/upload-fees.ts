import type { Page } from 'playwright-core';
import { csv } from './import-page.ts';
import { nextMarch } from './raise.ts';
export const header =
  'attorney,type,validFrom,to1,price1,to2,price2,to3,price3,to4,price4,' +
  'thereafterEvery,thereafterPrice';
export const lineOf = ({ email }: { email: string }, prices: string) =>
  `${email},Call,${nextMarch},${prices}`;

export async function chooseFile(page: Page, lines: readonly string[]) {
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload fees' });
  const text = [header, ...lines].join('\r\n');
  await dialog.getByLabel('Fees file').setInputFiles(csv('fees.csv', text));
  return { dialog, apply: dialog.getByRole('button', { name: 'Apply' }) };
}
