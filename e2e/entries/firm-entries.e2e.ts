import { describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { focused } from '../support/keyboard.ts';
import { signedIn, useApp, useVisit } from '../support/app.ts';
import { deepIt, expect } from '../support/test.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

describe('a firm admin', () => {
  it('filters and totals entries, and corrects one with a reason', async () => {
    const { page, consoleErrors } = await signedIn(demoFirmAdmins.lerato);
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
    // The rows and the sum may still be those of the filters before.
    await expect(async () => expect(await told()).toEqual(await shown())).toPass({
      timeout: 10_000,
    });
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
  });

  deepIt('sees that no entry matches the filters', async () => {
    const { page } = await signedIn(
      demoFirmAdmins.lerato,
      '/home/attorneys/entries?from=2001-01-01&to=2001-12-31',
      { width: 390 },
    );
    await page.getByText('No entries match.').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('table', { name: 'Entries' }).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
  });

  deepIt('keeps each of several filters, however closely they follow each other', async () => {
    const page = await open('/home/attorneys/entries');
    await page.getByLabel('Period').selectOption('From … to …');
    await page
      .getByLabel('Attorney', { exact: true })
      .locator('option')
      .nth(1)
      .waitFor({ state: 'attached' });
    await page
      .getByLabel('Disbursement type')
      .locator('option')
      .nth(1)
      .waitFor({ state: 'attached' });
    for (const [second, third] of closely) {
      await filterAfter(page, second, third);
      await page.waitForURL(/from=/);
      await expect
        .poll(() => [second, third, [...new URL(page.url()).searchParams.keys()]])
        .toEqual([second, third, ['attorney', 'disbursementType', 'from']]);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL((url) => url.search === '');
      // The address changes before the page: the day of the next turn would be no change.
      await expect(page.getByLabel('From')).toHaveValue('');
    }
  });
});

/** Turns of the page's event loop before the second and the third filter follow. */
const closely = [2, 3, 4].flatMap((second) => [1, 2, 3].map((third) => [second, third] as const));

deepIt('requires a shorter reason of a correction, and focuses it', async () => {
  const page = await open('/home/attorneys/entries');
  await page
    .getByRole('button', { name: /Correct/ })
    .first()
    .click();
  for (const [text, message] of [
    ['', 'Enter a reason.'],
    ['ok', 'Enter a reason of at least three letters.'],
    ['r'.repeat(501), 'Must not be more than 500 characters long.'],
  ] as const) {
    await page.getByLabel('Reason').fill(text);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(message).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^Reason/);
  }
});

deepIt('requests no period that ends before it begins', async () => {
  const page = await open('/home/attorneys/entries');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(`${page.url()}?from=2026-11-30&to=2026-11-01`);
  await page.getByText('No entries match.').waitFor();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  expect(
    requested.filter(
      (url) => /\/entries\?.*from=2026-11-30/.test(url) && url.includes('/core/api'),
    ),
  ).toEqual([]);
});

/** Chooses attorney, type and day within few turns of the event loop, faster than a driver. */
async function filterAfter(page: Page, second: number, third: number): Promise<void> {
  await page.evaluate(
    async (pauses) => {
      const [, attorney, type] = document.querySelectorAll('select');
      const from = document.querySelector<HTMLInputElement>('input[type=date]');
      if (!attorney || !type || from === null) throw new Error('The filters are not there.');
      choose(attorney);
      await turns(pauses.second);
      choose(type);
      await turns(pauses.third);
      // Past what React puts over the element, which would take the change for its own.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        from,
        '2026-01-01',
      );
      from.dispatchEvent(new Event('input', { bubbles: true }));

      function choose(select: HTMLSelectElement): void {
        select.selectedIndex = 1;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
      async function turns(count: number): Promise<void> {
        for (let turn = 0; turn < count; turn += 1) {
          await new Promise((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', resolve, { once: true });
            port1.start();
            port2.postMessage(null);
          });
        }
      }
    },
    { second, third },
  );
}
