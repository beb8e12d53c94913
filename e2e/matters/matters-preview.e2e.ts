import { it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { importMatters } from '../support/wire.ts';
import { signIn, waitForIdle } from '../support/browser.ts';
import { deepIt, expect } from '../support/test.ts';
import { holdRequests } from '../support/network.ts';

// The preview of a file comes late, and moves nothing.
useApp();

it('imports a file although the preview appears during the click', async () => {
  const { page } = await signedIn(demoFirmAdmins.chantal, '/home/attorneys/file-handler');
  const answer = await holdRequests(page, '**/imports/preview*');
  const buffer = Buffer.from('Matter Number,Description\nPRESSED1,Lease\n');
  await page
    .getByLabel('Matter File Upload')
    .setInputFiles({ name: 'matters.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload', exact: true }).hover();
  await page.mouse.down();
  answer();
  await page.getByRole('region', { name: 'Preview' }).waitFor();
  await page.mouse.up();
  const outcome = page.getByRole('status').filter({ hasText: 'File upload Successful!' });
  await expect(outcome).toHaveText(/New\s+1\s/, { useInnerText: true });
});

it('shows which matters change, field by field, before the upload', async () => {
  const { chantal } = demoFirmAdmins;
  const { page, consoleErrors } = await openWindow({ width: 390 });
  const first = 'Ref,Name,Client,Opened\nOLD1,Lease,Zulu,2026-01-15\nOLD2,Will,,\n';
  await importMatters(chantal, 'old.csv', first);
  await signIn(page, recoup.url, chantal, '/home/attorneys/file-handler');
  const text = 'Ref,Name,Client,Opened\nOLD1,Lease of a shop,,2026-02-16\nOLD2,Will,,\nNEW1,A,,\n';
  await page
    .getByLabel('Matter File Upload')
    .setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const changes = page.getByRole('region', { name: 'Changed matters' });
  await changes.getByText('1 matter changes').waitFor();
  const rows = await changes.getByRole('row').allInnerTexts();
  expect(rows.slice(1).map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
    'OLD1 Description Lease Lease of a shop',
    'Client Zulu None',
    'Opened 15 Jan 2026 16 Feb 2026',
  ]);
  const announced = page.getByRole('status').filter({ hasText: /^Preview: / });
  await expect(announced).toHaveText('Preview: 1 new, 1 changed, 1 unchanged.');
  expect(await a11yViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(consoleErrors).toEqual([]);
});

deepIt('rejects a file that cannot be read in one sentence, and Upload rests', async () => {
  const { page } = await signedIn(demoFirmAdmins.chantal, '/home/attorneys/file-handler');
  const buffer = Buffer.from('a,b,c\n1,2,3\n');
  await page
    .getByLabel('Matter File Upload')
    .setInputFiles({ name: 'nonsense.csv', mimeType: 'text/csv', buffer });
  const sentence = page.getByRole('alert').filter({ hasText: 'no column for the matter number' });
  await sentence.waitFor();
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  await expect(upload).toHaveAttribute('aria-disabled', 'true');
  await upload.press('Enter');
  await waitForIdle(page);
  await expect(sentence).toHaveCount(1);
});

deepIt('moves nothing while a corrected column is previewed', async () => {
  const { page } = await signedIn(demoFirmAdmins.chantal, '/home/attorneys/file-handler', {
    width: 390,
  });
  const buffer = Buffer.from('Ref,Name,Note\nSTEADY1,Lease,A note\n');
  await page
    .getByLabel('Matter File Upload')
    .setInputFiles({ name: 'matters.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('region', { name: 'Preview' }).waitFor();
  await waitForIdle(page);
  const answer = await holdRequests(page, '**/imports/preview*');
  const client = page.getByLabel('Client', { exact: true });
  const before = await client.boundingBox();
  await client.selectOption('Note');
  await page.getByRole('progressbar', { name: /^Checking|^Sending|^Reading/ }).waitFor();
  expect(await client.boundingBox()).toEqual(before);
  answer();
  await page.getByRole('cell', { name: 'A note' }).waitFor();
  expect(await client.boundingBox()).toEqual(before);
});
