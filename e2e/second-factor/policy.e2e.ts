import { it } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';
import { addApp } from '../support/second-factor.ts';
import { waitForFrame } from '../support/browser.ts';

useApp();
const { lerato } = demoFirmAdmins;
const settings = '/home/attorneys/sign-in';

/** `YYYY-MM-DD` in South African time. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + 7_200_000 + days * 86_400_000).toISOString().slice(0, 10);
}

async function requireFrom(day: string): Promise<void> {
  const { page, end } = await signedIn(lerato, settings);
  const panel = page.getByRole('region', { name: 'Second factor' });
  await panel.getByLabel('Everybody of the firm').check();
  await panel.getByLabel('From').fill(day);
  await panel.getByRole('button', { name: 'Save second factor' }).click();
  await page.getByText(/^Saved: required of everybody of the firm from/).waitFor();
  await end();
}

deepIt('gives notice on each page before the day, and names who has no second factor', async () => {
  await requireFrom(dayFromNow(7));
  const attorney = await signedIn(demoAttorneys.thabo);
  await attorney.page.getByText(/you need a second factor to go on/).waitFor();
  await attorney.page.getByRole('link', { name: 'Add one now' }).click();
  await attorney.page.waitForURL('**/home/security');
  await attorney.end();
  const admin = await signedIn(lerato);
  await admin.page
    .getByRole('row', { name: /Thabo Mokoena/ })
    .getByText('No second factor')
    .waitFor();
  await expect(admin.page.getByRole('row', { name: /Zanele/ })).not.toContainText('second factor');
});

it('leads to Security and nowhere else until a factor is there', async () => {
  await requireFrom(dayFromNow(0));
  const { page, consoleErrors } = await signedIn(demoAttorneys.thabo, '/home/profile');
  await page.waitForURL('**/home/security');
  await page.getByText('You need a second factor to go on.').waitFor();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  await page.goto(`${recoup.url}/home/entries`);
  await page.waitForURL('**/home/security');
  const { recoveryCodes } = await addApp(page);
  expect(recoveryCodes).toHaveLength(10);
  await page.waitForURL('**/home/entries');
  await page.getByRole('button', { name: 'Add entry' }).waitFor();
  await page.goto(`${recoup.url}/home/security`);
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Authenticator app?' });
  await dialog.getByRole('button', { name: 'Remove', disabled: false }).click();
  await dialog.getByRole('alert').waitFor();
  expect(consoleErrors).toEqual([]);
});

deepIt('leads a session there that began before the policy', async () => {
  const before = await signedIn(demoFirmAdmins.chantal, settings);
  const panel = before.page.getByRole('region', { name: 'Second factor' });
  await panel.getByLabel('Firm admins').check();
  await panel.getByRole('button', { name: 'Save second factor' }).click();
  await before.page.getByText(/^Saved: required of firm admins/).waitFor();
  await before.page.goto(`${recoup.url}/home/attorneys/entries`);
  await before.page.waitForURL('**/home/security');
  await addApp(before.page);
  await waitForFrame(before.page);
  await before.page.waitForURL('**/home/attorneys/attorney-list');
  expect(before.consoleErrors).toEqual([]);
});
