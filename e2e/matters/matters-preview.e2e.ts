import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { signIn, visit } from '../support/browser.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import { importMatters } from '../support/wire.ts';
import { holdPreview } from '../support/matters-preview.ts';

// The preview of a file comes late, and moves nothing.
useApp();

it('imports a file although the preview appears during the click', async () => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, demoFirmAdmins.chantal, '/home/attorneys/file-handler');
  const answer = await holdPreview(page);
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
  await end();
});

it('shows which matters change, field by field, before the upload', async () => {
  const { chantal } = demoFirmAdmins;
  const { page, consoleErrors, end } = await visit(browser, { width: 390 });
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
  await end();
});
