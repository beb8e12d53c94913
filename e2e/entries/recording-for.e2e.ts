import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import {
  demoAttorneys,
  demoFirmAdmins,
  demoOffice,
} from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { signIn } from '../support/browser.ts';
import { escapeFrom } from '../support/keyboard.ts';
import { holdRequests } from '../support/network.ts';

useApp();
const narration = 'Rang the court';
const { devan } = demoAttorneys;
const { precious } = demoOffice;

async function chooseMatter(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Matter' }).fill('VM');
  // Not one of a select.
  await page.locator('[role="option"]').first().waitFor();
  await page.keyboard.press('Enter');
}

/** Starts a call for the only attorney, and saves it seven minutes later. */
async function recordCall(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByText(`for ${devan.name}`, { exact: true }).waitFor();
  await page.clock.fastForward(6 * 60_000 + 2000);
  await page.getByRole('button', { name: 'Stop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save the call' });
  // His bands: R 66 up to 10 minutes.
  await dialog.getByText('R 66.00: over 5, up to 10 min.').waitFor();
}

it('records a call on a phone, which attorney and firm see with the name', async () => {
  const secretary = await openWindow({ width: 390 });
  const { page } = secretary;
  // Before the page: a timer that it began on the real clock could not be cleared on this one.
  await page.clock.install({ time: new Date() });
  await signIn(page, recoup.url, precious, '/home/entries');
  // A call that is stopped before its prices are there opens no form.
  await expect(page.getByRole('button', { name: 'Add entry' })).toBeEnabled();
  // Without own types the first attorney is chosen.
  await expect(page.getByLabel('For').locator('option')).toHaveText([devan.name]);
  await recordCall(page);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await a11yViolations(page)).toEqual([]);
  await chooseMatter(page);
  await page.getByLabel('Narration').fill(narration);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Recorded: R 66.00').waitFor();
  await page.getByText(`For ${devan.name} since`).waitFor();
  await page.getByRole('button', { name: new RegExp(narration) }).waitFor();
  expect(secretary.consoleErrors).toEqual([]);
  await secretary.end();
  const attorney = await signedIn(devan, '/home/entries');
  const line = attorney.page.getByRole('button', { name: narration });
  await line.waitFor();
  await expect(line).toHaveText(/by Precious Ndlovu.*R\s66\.00$/);
  await expect(attorney.page.getByLabel('For', { exact: true })).toHaveCount(0);
  await attorney.end();
  const admin = await signedIn(demoFirmAdmins.anneke, '/home/attorneys/entries?search=Rang');
  const row = admin.page.getByRole('row', { name: devan.name });
  await row.waitFor();
  await expect(row).toContainText(`by ${precious.name}`);
});

/** The secretary records for two attorneys from now on. */
async function addLindiwe(): Promise<void> {
  const admin = await signedIn(
    demoFirmAdmins.anneke,
    '/home/attorneys/attorney-list?search=Precious',
  );
  await admin.page.getByRole('link', { name: `Edit ${precious.name}` }).click();
  await admin.page.getByText(/^Records for: /).click();
  await admin.page.getByLabel('Search: Records for').fill('Lindiwe');
  await admin.page.getByLabel('Lindiwe Khoza').check();
  await admin.page.getByRole('button', { name: 'Save', exact: true }).click();
  await admin.page.getByText('Attorney updated successfully!').waitFor();
  await admin.end();
}

deepIt('records by keyboard for a chosen attorney, and remembers the choice', async () => {
  await addLindiwe();
  const { page } = await signedIn(precious, '/home/entries');
  await page.getByRole('button', { name: 'Add entry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add entry' });
  await dialog.getByLabel('For').selectOption({ label: 'Lindiwe Khoza' });
  await dialog.getByLabel('Disbursement type').selectOption({ label: 'Call' });
  await dialog.getByLabel('Minutes').fill('3');
  await chooseMatter(page);
  await dialog.getByLabel('Narration').fill('Filed at the registry');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('For Lindiwe Khoza since').waitFor();
  await page.getByText('Filed at the registry').waitFor();
  await page.reload();
  await page.getByText('For Lindiwe Khoza since').waitFor();
  await expect(page.getByLabel('For').locator('option')).toHaveCount(2);
});

it('keeps a type that is chosen while the prices of an attorney are loading', async () => {
  await addLindiwe();
  const { page } = await openWindow({ width: 1024 });
  await signIn(page, recoup.url, precious, '/home/entries');
  await page.getByRole('button', { name: 'Add entry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add entry' });
  const answer = await holdRequests(page, '**/core/api/recording-for/*');
  const field = dialog.getByLabel('For');
  const before = await field.evaluate((select: HTMLSelectElement) => select.value);
  const other = field.locator(`option:enabled:not([value="${before}"])`);
  await field.selectOption((await other.getAttribute('value')) ?? '');
  await dialog.getByLabel('Disbursement type').selectOption({ label: 'Call' });
  answer();
  await expect(field).not.toHaveValue(before);
  await expect(dialog.getByLabel('Minutes')).toBeVisible();
});

deepIt('saves a stopped call only once the prices of its attorney are there', async () => {
  const { page, consoleErrors } = await openWindow({ width: 390 });
  const answer = await holdRequests(page, '**/core/api/recording-for/*');
  await signIn(page, recoup.url, precious, '/home/entries');
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  const save = page.getByRole('button', { name: 'Save the call' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  answer();
  await expect(save).not.toHaveAttribute('aria-disabled');
  await save.click();
  await escapeFrom(page.getByRole('dialog', { name: 'Save the call' }));
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(consoleErrors).toEqual([]);
});
