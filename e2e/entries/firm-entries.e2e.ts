import { describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { signIn, visit } from '../support/browser.ts';
import { focused } from '../support/keyboard.ts';
import { browser, recoup, useApp } from '../support/app.ts';

useApp();

describe('a firm admin', () => {
  it('filters and totals entries, and corrects one with a reason', async () => {
    const { page, consoleErrors, end } = await visit(browser);
    await signIn(page, recoup.url, demoFirmAdmins.lerato);
    await page.getByRole('link', { name: 'Entries' }).click();
    await page
      .getByLabel('Attorney', { exact: true })
      .selectOption({ label: demoAttorneys.saras.name });
    await page.getByLabel('Disbursement type').selectOption({ label: 'Photocopies' });
    await page.getByLabel('Period').selectOption('From … to …');
    await page
      .getByLabel('From')
      .fill(new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10));
    await page.waitForURL(/attorney=.*disbursementType=.*from=/);
    await page.getByLabel('Rows per page').selectOption('20');
    const table = page.getByRole('table', { name: 'Entries' });
    await table.getByRole('cell', { name: 'Photocopies' }).first().waitFor();
    const shown = async () => {
      const amounts = await table
        .getByRole('row')
        .locator('td[data-label="Amount"]')
        .allTextContents();
      return {
        count: amounts.length,
        sum: amounts.reduce((total, text) => total + Number(text.replace(/[^\d.]/g, '')), 0),
      };
    };
    const told = async () => {
      const [count, sum] = (
        (await page.locator('output', { hasText: 'entries, R' }).textContent()) ?? ''
      ).split(',');
      return { count: Number(count?.split(' ')[0]), sum: Number(sum?.replace(/[^\d.]/g, '')) };
    };
    // The rows of the longer page may still be on their way.
    await expect.poll(async () => (await shown()).count).toBe((await told()).count);
    await expect.poll(told).toEqual(await shown());
    expect(await a11yViolations(page)).toEqual([]);

    await page
      .getByRole('button', { name: /^Correct/ })
      .first()
      .click();
    await page.getByLabel('Quantity').fill('10');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter a reason.').waitFor();
    await expect.poll(() => focused(page)).toBe('Reason *');
    await page.getByLabel('Reason').fill('Ten copies were made');
    await page.getByText('R 25.00: 10 × R 2.50.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Entry corrected.').waitFor();
    await table.getByRole('cell', { name: 'R 25.00' }).first().waitFor();
    expect(consoleErrors).toEqual([]);
    await end();
  });
});
