import { test } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks, a11yViolations } from '../support/a11y.ts';
import { signedIn, useApp, useVisit } from '../support/app.ts';
import { entryPrices, feesPage, previewRaise, raiseButton } from '../support/raise.ts';
import { closeExport } from '../support/wire.ts';
import { deepIt, expect } from '../support/test.ts';

useApp();
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);

/** Before the first entries of the demo. */
const past = '2020-01-01';
const { chantal } = demoFirmAdmins;

test('re-prices entries that are not exported, and gives their prices back', async () => {
  const page = await open(feesPage);
  const before = await entryPrices(lerato);
  const dialog = await previewRaise(page, { percent: '10', from: past });
  const heading = dialog.getByRole('heading', { name: /recorded entries$/ });
  await heading.click();
  const entries = dialog.getByRole('table', { name: 'Recorded entries' });
  await entries.getByRole('columnheader', { name: 'Matter', exact: true }).waitFor();
  const first = entries.getByRole('row').nth(1);
  await expect(first).not.toHaveText(/R\s[\d.]+\s+R\s/, { useInnerText: true });
  await dialog.getByLabel(/^Re-price \d+.entries that are not exported$/).check();
  await expect(first).toHaveText(/R\s[\d.]+\s+R\s[\d.]+$/, { useInnerText: true });
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await raiseButton(page).click();
  await dialog.getByText('Please enter a reason; it is saved with each re-priced entry.').waitFor();
  await dialog.getByLabel('Reason').fill('Agreed last year');
  await raiseButton(page).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await entryPrices(lerato)).not.toBe(before);
  const line = page.getByRole('row').filter({ hasText: 'Agreed last year' });
  await line.getByRole('button', { name: /^Undo/ }).click();
  const question = page.getByRole('dialog', { name: 'Undo this fee change?' });
  await question.getByText(/Entries with its prices get their earlier price/).waitFor();
  await question.getByRole('button', { name: 'Undo' }).dblclick();
  await line.getByText(/^Undone on /).waitFor();
  expect(await entryPrices(lerato)).toBe(before);
});

deepIt('names the export that holds entries of a change, and what to do instead', async () => {
  const { page } = await signedIn(chantal, feesPage);
  const dialog = await previewRaise(page, { percent: '6', from: past });
  await dialog.getByLabel(/^Re-price /).check();
  await dialog.getByLabel('Reason').fill('Agreed last year');
  await raiseButton(page).click();
  await dialog.waitFor({ state: 'detached' });
  const number = await closeExport(chantal);
  const before = await entryPrices(chantal);
  const takeBack = page.getByRole('button', { name: /^Undo \+6/ });
  await takeBack.click();
  const question = page.getByRole('dialog', { name: 'Undo this fee change?' });
  await question.getByRole('button', { name: 'Undo' }).click();
  const alert = question.getByRole('alert');
  await alert.filter({ hasText: `locked by export ${number}.` }).waitFor();
  await expect(alert).toContainText('Instead, lower the fees by 5.66 % from today');
  expect(await a11yViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await entryPrices(chantal)).toBe(before);

  // A later raise from the same day comes on top, and leaves the locked entries as they are.
  const next = await previewRaise(page, { percent: '5', from: past });
  await next
    .getByText(new RegExp(`^\\d+.entries of closed export ${number} are locked and keep`))
    .waitFor();
  await next.getByText(/^Already changed from 1.Jan.2020: \+6.% by .* comes on top\.$/).waitFor();
});
