import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  demoAttorneys,
  demoFirmAdmins,
  demoOffice,
} from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';

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

describe('a secretary on a phone', () => {
  beforeAll(async () => {
    const { page, consoleErrors, end } = await signedIn(precious, '/home/entries', { width: 390 });
    // Without own types the first attorney is chosen.
    expect(await page.getByLabel('For').locator('option').allTextContents()).toEqual([devan.name]);
    await page.clock.install({ time: new Date() });
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByText(`for ${devan.name}`, { exact: true }).waitFor();
    await page.clock.fastForward(6 * 60_000 + 2000);
    await page.getByRole('button', { name: 'Stop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the call' });
    // His bands: R 66 up to 10 minutes.
    await dialog.getByText('R 66.00: over 5, up to 10 min.').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await a11yViolations(page)).toEqual([]);
    await chooseMatter(page);
    await dialog.getByLabel('Narration').fill(narration);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Recorded: R 66.00').waitFor();
    await page.getByRole('heading', { name: `Recorded for ${devan.name}` }).waitFor();
    await page.getByText(narration).waitFor();
    expect(consoleErrors).toEqual([]);
    await end();
  });

  it('records a call that the attorney sees with the name of the secretary', async () => {
    const { page, end } = await signedIn(devan, '/home/entries');
    const line = page.getByRole('button', { name: narration });
    await line.waitFor();
    expect(await line.textContent()).toContain(`by ${precious.name}`);
    expect(await line.textContent()).toMatch(/R\s66\.00$/);
    expect(await page.getByLabel('For', { exact: true }).count()).toBe(0);
    await end();
  });

  it('is named in the list of the firm', async () => {
    const { page, end } = await signedIn(
      demoFirmAdmins.anneke,
      '/home/attorneys/entries?search=Rang',
    );
    const row = page.getByRole('row', { name: devan.name });
    await row.getByText(`by ${precious.name}`).waitFor();
    await end();
  });
});

it('records by keyboard for the attorney who was chosen, and remembers the choice', async () => {
  const admin = await signedIn(
    demoFirmAdmins.anneke,
    '/home/attorneys/attorney-list?search=Precious',
  );
  await admin.page.getByRole('link', { name: `Edit ${precious.name}` }).click();
  await admin.page.getByText(`Records for: ${devan.name}`).click();
  await admin.page.getByLabel('Search: Records for').fill('Lindiwe');
  await admin.page.getByLabel('Lindiwe Khoza').check();
  await admin.page.getByRole('button', { name: 'Save', exact: true }).click();
  await admin.page.getByText('Attorney updated successfully!').waitFor();
  await admin.end();
  const { page, end } = await signedIn(precious, '/home/entries');
  await page.getByRole('button', { name: 'Add entry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add entry' });
  await dialog.getByLabel('For').selectOption({ label: 'Lindiwe Khoza' });
  await dialog.getByLabel('Disbursement type').selectOption({ label: 'Call' });
  await dialog.getByLabel('Minutes').fill('3');
  await chooseMatter(page);
  await dialog.getByLabel('Narration').fill('Filed at the registry');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Recorded for Lindiwe Khoza' }).waitFor();
  await page.getByText('Filed at the registry').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Recorded for Lindiwe Khoza' }).waitFor();
  await end();
});
