import type { Page } from 'playwright-core';
import { expect } from './test.ts';
import type { Recoup } from './recoup.ts';
import { sentMails } from './outbox.ts';

/** From the list of attorneys to the form of one of them. */
export async function editAttorney(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await page.getByRole('heading', { name: 'Edit Attorney' }).waitFor();
}

/** The table below the rows of the call-fee modal, as `{ minutes: price }`. */
export async function priceTable(page: Page): Promise<Record<string, string>> {
  const rows = await page
    .getByRole('table', { name: 'Price by length' })
    .getByRole('row')
    .allInnerTexts();
  return Object.fromEntries(rows.slice(1).map((row) => plain(row).split('\t').slice(0, 2)));
}

/** Without the no-break spaces that amounts hold. */
export function plain(text: string): string {
  return text.replaceAll('\u00A0', ' ');
}

/** The first password of Nomsa Mahlangu works, must be changed, and is in no mail. */
export async function expectFirstSignIn(recoup: Recoup, password: string): Promise<void> {
  const post = await fetch(`${recoup.url}/core/api/logon`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'n.mahlangu@nkosi.co.za', password }),
  });
  const { token } = (await post.json()) as { token: string }; // the contract's answer
  const me = await fetch(`${recoup.url}/core/api/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await me.json()).toMatchObject({
    name: 'Nomsa Mahlangu',
    cell: '0825550199',
    pwdResetRequired: true,
  });
  const mails = async () => (await sentMails(recoup, 'n.mahlangu@nkosi.co.za')).length;
  await expect.poll(mails).toBe(1);
  expect(await sentMails(recoup, password)).toEqual([]);
}
