import { test } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { expect } from '../support/test.ts';
import { a11yViolations } from '../support/a11y.ts';
import { savedFile, signInByForm } from '../support/browser.ts';
import { fixture } from '../support/import-page.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';
import { readData, recordCall } from '../support/wire.ts';

useApp();
const { thabo } = demoAttorneys;

test('an admin imports matters, an attorney records a call, an export has its price', async () => {
  const { page, consoleErrors } = await openWindow();
  await signInByForm(page, recoup.url, demoFirmAdmins.lerato);
  await page.getByRole('heading', { name: 'Attorneys' }).waitFor();

  await page.getByRole('link', { name: 'Import / Export' }).click();
  await page.getByLabel('Matter File Upload').setInputFiles(fixture('recoup.csv'));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const outcome = page.getByRole('status').filter({ hasText: 'File upload Successful!' });
  await expect(outcome).toHaveText(/New\s+120\s+Changed\s+0\s+Unchanged\s+0\s/, {
    useInnerText: true,
  });
  expect(await a11yViolations(page)).toEqual([]);

  const [matter] = await readData<{ _id: string }[]>(thabo, '/matters?search=SA0001');
  await recordCall(thabo, 'Seven minutes about the lease', matter?._id);

  const file = await savedFile(page, page.getByRole('button', { name: 'Download Disbursements' }));
  await page.getByText('Disbursement download Successful!').waitFor();
  expect(file.name).toMatch(/\.csv$/);
  // By hand: 7 minutes of Thabo Mokoena lie in his band from 5 to 10 minutes, whose whole price is
  // R66.
  const line = file.text
    .split('\r\n')
    .find((each) => each.endsWith('Seven minutes about the lease'));
  expect(line).toContain('SA0001,Smit,"Lease dispute, ""Shop 2473""",Thabo Mokoena,Call,7,');
  expect(line).toContain(',66.00,');
  expect(consoleErrors).toEqual([]);
});
