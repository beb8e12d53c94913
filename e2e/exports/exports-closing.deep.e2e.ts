import { test } from 'vitest';
import { expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { loseNextAnswer, notices, savedFile } from '../support/browser.ts';
import { call } from '../support/firms.ts';
import { useApp } from '../support/app.ts';
import { closeExport, callApi } from '../support/wire.ts';
import { openManager } from '../support/closing.ts';

useApp();

test('the mail carries the file shown above it; messages disappear while typing', async () => {
  const { page, consoleErrors } = await openManager(demoFirmAdmins.chantal);
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
});

test('an export that was reopened elsewhere is shown as it is now', async () => {
  const number = await closeExport(demoFirmAdmins.lerato);
  const { page } = await openManager(demoFirmAdmins.lerato);
  await page.getByRole('link', { name: 'All exports' }).click();
  await page.getByRole('link', { name: `Export ${number}`, exact: true }).click();
  await page.getByLabel('Reason').fill('Twice');
  const id = new URL(page.url()).searchParams.get('exportId') ?? '';
  const reason = { reason: 'Wrong fees' };
  await callApi(demoFirmAdmins.lerato, 'PUT', `/exports/${id}/reopening`, reason);
  await page.getByRole('button', { name: `Reopen export ${number}` }).click();
  await page.getByText(/^Reopened by .*: Wrong fees$/).waitFor();
  await expect(page.getByRole('button', { name: `Reopen export ${number}` })).toHaveCount(0);
  await notices(page).getByText('This export has been reopened already.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});
