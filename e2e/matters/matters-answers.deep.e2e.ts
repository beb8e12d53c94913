import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';

// What the page says of an import whose answer it does not wait for.
useApp();
const open = useVisit(demoFirmAdmins.lerato);

/**
 * Uploads a file, whose answer the server has given and the page has not got yet. Returns what lets
 * it through.
 */
async function uploadWithoutAnswer(page: Page, name: string): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const answered = new Promise<void>((resolve) => {
    void page.route(
      '**/core/api/upload',
      async (route) => {
        const response = await route.fetch();
        resolve();
        await released;
        await route.fulfill({ response }).catch(() => undefined);
      },
      { times: 1 },
    );
  });
  const buffer = Buffer.from(`Ref,Name\n${name},A\n`);
  await page.getByLabel('Matter File Upload').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await answered;
  return release;
}

it('a file imported before Cancel is listed, and Cancel claims nothing else', async () => {
  const page = await open('/home/attorneys/file-handler');
  const release = await uploadWithoutAnswer(page, 'cancelled-late.csv');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page
    .getByRole('status')
    .filter({
      hasText: 'If the file was still imported, it is under “Import history”',
    })
    .waitFor();
  await page
    .getByRole('region', { name: 'Import history' })
    .getByText('cancelled-late.csv')
    .first()
    .waitFor();
  release();
  await expect(page.getByText('Nothing was imported.')).toHaveCount(0);
});

it('a user who has left the page is notified of the finished import', async () => {
  const page = await open('/home/attorneys/file-handler');
  const release = await uploadWithoutAnswer(page, 'left-early.csv');
  await page.getByRole('link', { name: 'Disbursements', exact: true }).click();
  await page.getByRole('heading', { name: 'Disbursement Types' }).waitFor();
  release();
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText('left-early.csv: File upload Successful!')
    .waitFor();
  await expect(page.getByRole('heading', { name: 'Disbursement Types' })).toHaveCount(1);
});
