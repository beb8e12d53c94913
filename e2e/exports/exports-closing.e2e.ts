import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { loseNextAnswer, savedFile, type Visit, type Viewport } from '../support/browser.ts';
import { confirmClosing } from '../support/closing.ts';
import { call } from '../support/firms.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';

useApp();

test('a download locks nothing; a closing is previewed, then locks once', async () => {
  const { page, consoleErrors, end } = await openManager(demoFirmAdmins.lerato);
  const closings = countClosings(page);
  const copy = await savedFile(page, page.getByRole('button', { name: 'Download Disbursements' }));
  expect(copy.text.split('\r\n').length).toBe(262);
  await page.getByRole('button', { name: 'Cancel' }).click();

  // A double click opens the preview, and closes nothing; Escape, Cancel and Back leave it.
  await page.getByRole('button', { name: 'Close and export' }).dblclick();
  await expect(preview(page)).toHaveText(/Entries\s+260\s/, { useInnerText: true });
  expect(await a11yViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Close and export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(closings.sent()).toBe(0);

  // Of a last day alone.
  await page.getByRole('button', { name: 'Close and export' }).click();
  await page.getByLabel('Last day').fill('2001-01-01');
  await page.getByRole('alert').filter({ hasText: 'No disbursements to download.' }).waitFor();
  await page.getByLabel('Last day').fill('');
  await expect(preview(page)).toHaveText(/Entries\s+260\s/, { useInnerText: true });

  // Slow, and pressed twice; Escape does not leave what is under way.
  await closings.hold();
  await confirmClosing(page).dblclick();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  const file = await savedFile(page, closings.release());
  expect(file).toEqual({ ...copy, name: 'recoup-export-2.csv' });
  await page.getByRole('heading', { name: 'Mail Form' }).waitFor();
  expect(closings.sent()).toBe(1);
  expect(consoleErrors).toEqual([]);
  await end();
});

test('a lost answer loses no closed export; later changes are not closed unseen', async () => {
  const { page, end } = await openManager(demoFirmAdmins.chantal);
  await page.getByRole('button', { name: 'Close and export' }).click();
  await expect(preview(page)).toHaveText(/Entries\s+\d/, { useInnerText: true });
  // What the page sends is not what is there any more.
  await page.route('**/core/api/exports', async (route) => {
    const body: unknown = route.request().postDataJSON();
    const isClosing = typeof body === 'object' && body !== null && 'expected' in body;
    await (isClosing
      ? route.continue({ postData: JSON.stringify({ expected: { rows: 1, sum: 1 } }) })
      : route.continue());
  });
  await confirmClosing(page).click();
  await page
    .getByRole('dialog')
    .getByText('The disbursements have changed since the preview. Nothing was closed.')
    .waitFor();
  await page.unroute('**/core/api/exports');

  await page.route('**/core/api/exports', async (route) => {
    const isClosing = route.request().postData()?.includes('expected') === true;
    if (!isClosing) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const file = await savedFile(page, confirmClosing(page));
  expect(file.name).toBe('recoup-export-1.csv');
  await page.getByRole('heading', { name: 'Mail Form' }).waitFor();
  await page.unroute('**/core/api/exports');

  await page.reload();
  await page.goto(`${recoup.url}/home/attorneys/exports`);
  const rows = page.getByRole('row').filter({ hasText: 'Export 1' });
  await rows.getByText('Closed').waitFor();
  await expect(page.getByRole('link', { name: /^Export \d/ })).toHaveCount(1);
  await end();
});

test('the mail carries the file shown above it; messages disappear while typing', async () => {
  const { page, consoleErrors, end } = await openManager(demoFirmAdmins.chantal);
  const { name } = await savedFile(
    page,
    page.getByRole('button', { name: 'Download Disbursements' }),
  );
  await page.getByText(`It was saved as ${name}.`).waitFor();
  // In another tab.
  expect((await call(page, 'GET', '/download')).status).toBe(200);

  const alert = page.getByRole('alert').filter({ hasText: 'Empty Field Found in Mail!' });
  const to = page.getByRole('textbox', { name: 'To' });
  await page.getByLabel('Subject').fill('');
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await alert.waitFor();
  await to.fill('a@b.co.za, c@d.co.za');
  await expect(page.getByText(/^Please enter a/)).toHaveText(['Please enter a subject.']);
  await page.getByLabel('Subject').fill('March');
  await expect(alert).toHaveCount(0);
  await expect(page.getByText(/^Please enter a/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Send Mail' }).click();
  const refused = page.getByText('Please enter one valid email address.');
  await refused.first().waitFor();
  await to.fill('bookkeeper@vandermerwe.co.za');
  await expect(refused).toHaveCount(0);
  // The answer is lost, and the mail sent again is the same.
  await loseNextAnswer(page, '**/core/api/sendMail*');
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByText('The service cannot be reached.').waitFor();
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByText('Mail sent successfully !').waitFor();

  await page.getByRole('link', { name: 'All exports' }).click();
  const number = /\d+/.exec(name)?.[0];
  await page.getByRole('link', { name: `Export ${number}`, exact: true }).click();
  await page
    .getByRole('region', { name: 'Emails' })
    .getByText('bookkeeper@vandermerwe.co.za')
    .waitFor();
  await expect(page.getByRole('region', { name: 'Emails' }).getByRole('listitem')).toHaveCount(1);
  expect(consoleErrors).toEqual([]);
  await end();
});

test('an export that was reopened elsewhere is shown as it is now', async () => {
  const { page, end } = await openManager(demoFirmAdmins.lerato);
  await page.getByRole('link', { name: 'All exports' }).click();
  await page.getByRole('link', { name: 'Export 2', exact: true }).click();
  await page.getByLabel('Reason').fill('Twice');
  const id = new URL(page.url()).searchParams.get('exportId') ?? '';
  expect(
    (await call(page, 'PUT', `/exports/${id}/reopening`, { reason: 'Wrong fees' })).status,
  ).toBe(200);
  await page.getByRole('button', { name: 'Reopen export 2' }).click();
  await page.getByText(/^Reopened by .*: Wrong fees$/).waitFor();
  await expect(page.getByRole('button', { name: 'Reopen export 2' })).toHaveCount(0);
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText('This export has been reopened already.')
    .waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await end();
});

test('the preview of a closing fits a phone, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, end } = await openManager(demoFirmAdmins.chantal, { width: 390, colorScheme });
    await page.getByRole('button', { name: 'Close and export' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect([await a11yViolations(page), await sidewaysScroll(page)]).toEqual([[], 0]);
    await end();
  }
});

const preview = (page: Page) => page.getByRole('dialog').getByLabel('What would be closed');

/**
 * Counts the closings that are sent, without the previews; `hold` keeps their answers until
 * `release`.
 */
function countClosings(page: Page) {
  let sent = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.postData()?.includes('expected') === true) sent += 1;
  });
  return {
    sent: () => sent,
    hold: async () => {
      await page.route('**/core/api/exports', async (route) => {
        if (route.request().postData()?.includes('expected') === true) await held;
        await route.continue();
      });
    },
    release: () => ({ click: async () => release() }),
  };
}

async function openManager(
  as: { email: string; password: string },
  window: Viewport = {},
): Promise<Visit> {
  const seen = await signedIn(as, '/home/attorneys/file-handler', window);
  await seen.page.getByRole('button', { name: 'Download Disbursements' }).waitFor();
  return seen;
}
