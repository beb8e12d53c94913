import { it } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { signedIn, useApp, useVisit } from '../support/app.ts';
import { editAttorney } from '../support/attorney-form.ts';
import { savedFile } from '../support/browser.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

const button = { name: 'Fee annexure (PDF)' } as const;

it('saves the fee annexure of an attorney from the form', async () => {
  const page = await open('/home/attorneys/attorney-list');
  await editAttorney(page, 'Thabo Mokoena');
  const file = await savedFile(page, page.getByRole('button', button));
  expect(file.name).toMatch(/^fee-annexure-thabo-mokoena-\d{4}-\d\d-\d\d\.pdf$/);
  expect(file.text).toMatch(/^%PDF-/);
  expect(await a11yViolations(page)).toEqual([]);
  await page.goto(page.url().replace(/update-attorney.*/, 'add-attorney'));
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await expect(page.getByRole('button', button)).toHaveCount(0);
});

deepIt('saves the own fee annexure from the own prices, and says when that fails', async () => {
  const { page, consoleErrors } = await signedIn(demoAttorneys.thabo);
  const prices = page.getByRole('region', { name: 'My prices' });
  const file = await savedFile(page, prices.getByRole('button', button));
  expect(file.text).toMatch(/^%PDF-/);
  expect(consoleErrors).toEqual([]);
  await page.route('**/fee-annexure*', (route) => route.abort());
  await prices.getByRole('button', button).click();
  await prices.getByRole('alert').waitFor();
});
