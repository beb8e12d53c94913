import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';
import { addFirmWithAdmin } from '../support/new-firm.ts';
import { step } from '../support/new-firm-steps.ts';

useApp();

it('says which step could not be loaded, and tries it again', async () => {
  const { admin } = await addFirmWithAdmin('otherfirm.co.za');
  const { page, end } = await signedIn(admin, '/home/attorneys/attorney-list');
  await page.route('**/core/api/matters?*', async (route) =>
    route.fulfill({ status: 500, json: { message: 'Something broke.' } }),
  );
  await page.getByRole('link', { name: 'Overview' }).click();
  await step(page, 'Matters').getByText('Could not be loaded').waitFor();
  await page.getByText('1 of 5 done').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await page.unroute('**/core/api/matters?*');
  await page.getByRole('button', { name: 'Retry Matters' }).click();
  await step(page, 'Matters').getByText('To do').waitFor();
  await end();
});
