import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signIn, visit } from '../support/browser.ts';
import { waitForIdle } from '../support/idle.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import { holdPreview } from '../support/matters-preview.ts';

// The preview of a file comes late, and moves nothing.
useApp();

it('rejects a file that cannot be read in one sentence, before and after Upload', async () => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, demoFirmAdmins.chantal, '/home/attorneys/file-handler');
  const buffer = Buffer.from('a,b,c\n1,2,3\n');
  await page
    .getByLabel('Matter File Upload')
    .setInputFiles({ name: 'nonsense.csv', mimeType: 'text/csv', buffer });
  const sentence = page.getByRole('alert').filter({ hasText: 'no column for the matter number' });
  await sentence.waitFor();
  const refused = page.waitForResponse((reply) => reply.url().endsWith('/upload'));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await refused;
  await waitForIdle(page);
  await expect(sentence).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('alert')).toHaveCount(0);
  await end();
});

it('moves nothing while a corrected column is previewed', async () => {
  const { page, end } = await visit(browser, { width: 390 });
  await signIn(page, recoup.url, demoFirmAdmins.chantal, '/home/attorneys/file-handler');
  const buffer = Buffer.from('Ref,Name,Note\nSTEADY1,Lease,A note\n');
  await page
    .getByLabel('Matter File Upload')
    .setInputFiles({ name: 'matters.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('region', { name: 'Preview' }).waitFor();
  await waitForIdle(page);
  const answer = await holdPreview(page);
  const client = page.getByLabel('Client', { exact: true });
  const before = await client.boundingBox();
  await client.selectOption('Note');
  await page.getByRole('progressbar', { name: /^Checking|^Sending|^Reading/ }).waitFor();
  expect(await client.boundingBox()).toEqual(before);
  answer();
  await page.getByRole('cell', { name: 'A note' }).waitFor();
  expect(await client.boundingBox()).toEqual(before);
  await end();
});
