import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';
import type { Page } from 'playwright-core';
import { systemAdmin } from '../support/recoup.ts';
import { row, save } from '../support/firms.ts';
import { tabTo, typeInto } from '../support/keyboard.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import type { Visit } from '../support/browser.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { deepIt, expect } from '../support/test.ts';

useApp();
const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

test('a firm is added, gets its admin and is renamed without a mouse', async () => {
  const { page, consoleErrors } = await signedIn(systemAdmin, '/home/firms');
  await tabTo(page, 'Add Firm');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add Attorney Firm' }).waitFor();
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  // The first field that is wrong gets the focus.
  await page.getByLabel('Firm Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Without A Mouse');
  await tabTo(page, 'Domain 1 *');
  await typeInto(page, ['mouseless.co.za', '', '']);
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add Attorney Admin' }).waitFor();
  await tabTo(page, 'Go Back');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home/firms');
  await row(page, 'Without A Mouse').waitFor();
  await tabTo(page, 'Add Attorney Admin of Without A Mouse');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add Attorney Admin' }).waitFor();
  await tabTo(page, 'Email *');
  await typeInto(page, ['ayanda@mouseless.co.za', '0825550190']);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Inactive')).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home/firms');
  await tabTo(page, 'Edit Without A Mouse');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Edit Attorney Firm' }).waitFor();
  await tabTo(page, 'Firm Name *');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Without Any Mouse');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home/firms');
  await row(page, 'Without Any Mouse').getByText('ayanda@mouseless.co.za').waitFor();
  expect(consoleErrors).toEqual([]);
});

deepIt.each(looks)(
  'shows the second system admin the differences ($width pixels, $colorScheme)',
  async (look) => {
    const { email } = demoFirmAdmins.lerato;
    const [one, two] = [await editAdmin(email), await editAdmin(email, look)];
    const theirs = `08255507${look.width % 100}`;
    await one.page.getByLabel('Cell').fill(theirs);
    await save(one.page);
    await one.page
      .getByRole('status')
      .filter({ hasText: 'Attorney Administrator updated Successfully!' })
      .waitFor();

    await two.page.getByLabel('Cell').fill('0825550799');
    await save(two.page);
    await two.page.getByRole('alert').filter({ hasText: 'Someone else changed this' }).waitFor();
    const differences = two.page.getByRole('table', { name: 'What differs' });
    await expect(differences.getByRole('row').nth(1)).toHaveText(
      new RegExp(`Cell\\s+${theirs}\\s+0825550799`),
      { useInnerText: true },
    );
    await expect(differences.getByRole('row')).toHaveCount(2);
    expect(await faults(two.page)).toEqual([]);
    await two.page.getByRole('button', { name: 'Use theirs' }).click();
    await expect(two.page.getByLabel('Cell')).toHaveValue(theirs);
    await two.page.getByLabel('Cell').fill('0825550798');
    await save(two.page);
    await two.page
      .getByRole('status')
      .filter({ hasText: 'Attorney Administrator updated Successfully!' })
      .waitFor();
    expect([...one.consoleErrors, ...two.consoleErrors]).toEqual([]);
  },
);

deepIt('keeps the typed text against another admin’s change when that is chosen', async () => {
  const { email } = demoFirmAdmins.lerato;
  const [one, two] = [await editAdmin(email), await editAdmin(email)];
  await one.page.getByLabel('Cell').fill('0825550701');
  await save(one.page);
  await one.page.waitForURL('**/home/firms');
  await two.page.getByLabel('Cell').fill('0825550702');
  await save(two.page);
  await two.page.getByRole('button', { name: 'Keep my changes' }).click();
  await save(two.page);
  await two.page.waitForURL('**/home/firms');
  await two.page.getByRole('link', { name: new RegExp(`^${email}`) }).click();
  await expect(two.page.getByLabel('Cell')).toHaveValue('0825550702');
});

deepIt.each(looks)(
  'shows that an admin is blocked, and keeps the block ($width pixels, $colorScheme)',
  async (look) => {
    const { email } = demoFirmAdmins.chantal;
    await runUserCommand('block', email);
    const { page, consoleErrors } = await editAdmin(email, look);
    await expect(page.getByLabel('Blocked')).toBeChecked();
    for (const radio of await page.getByRole('radio').all()) await expect(radio).toBeDisabled();
    await page.getByText('Blocked. Only an operator can unblock it.').waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByLabel('Cell').fill(`08255508${look.width % 100}`);
    await save(page);
    await page
      .getByRole('status')
      .filter({ hasText: 'Attorney Administrator updated Successfully!' })
      .waitFor();
    // Without the toast, which has no full contrast while it fades.
    await page.reload();
    await page.getByText('Blocked').first().waitFor();
    expect(await faults(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  },
);

async function runUserCommand(...words: readonly string[]): Promise<void> {
  const script = fileURLToPath(new URL('../../scripts/user.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [script, ...words], {
    env: { PATH: process.env.PATH ?? '', ...recoup.settings },
  });
}

/** The system admin at the form of the admin with this email. */
async function editAdmin(
  email: string,
  look: { width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<Visit> {
  const visited = await signedIn(systemAdmin, '/home/firms', look);
  await visited.page.getByRole('link', { name: new RegExp(`^${email}`) }).click();
  await visited.page.getByRole('heading', { name: 'Update Attorney Admin' }).waitFor();
  return visited;
}

async function faults(page: Page): Promise<string[]> {
  const sideways = await sidewaysScroll(page);
  return [
    ...(await a11yViolations(page)),
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} pixels`] : []),
  ];
}
