import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { recoup, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { exceptions, monthEnd, recordCopies } from '../support/month-end.ts';
import { callApi } from '../support/wire.ts';
import { lastExport } from '../support/posting.ts';

useApp();

const layouts = '/home/attorneys/posting-layouts';
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);

test('entries that do not fit a layout block a closing, if the firm wants it', async () => {
  await recordCopies({ amount: 3, quantity: 1 });
  const page = await open(layouts);
  const form = page.getByRole('form', { name: 'Settings of LegalSuite journal' });
  const check = form.getByRole('checkbox', { name: 'Check entries before a closing' });
  const save = async () => {
    await page.getByRole('button', { name: 'Settings of LegalSuite journal' }).click();
    await check.press('Space');
    await check.press('Enter');
    await page.getByText('Settings of LegalSuite journal saved.').last().waitFor();
    await form.waitFor({ state: 'detached' });
  };
  await save();
  await page.goto(`${recoup.url}${monthEnd}?by=code&code=LAYOUT`);
  const row = exceptions(page).getByRole('row').filter({ hasText: 'Does not fit its layout' });
  await row
    .getByText(/^LegalSuite journal: Enter the account of “Photocopies”\.$/)
    .first()
    .waitFor();
  await page.goto(`${recoup.url}${layouts}`);
  await save();
  await page.goBack();
  await expect(row).toHaveCount(0);
});

test('the page of a copy says that its entries go out again', async () => {
  await callApi(lerato, 'GET', '/download');
  const { _id } = await lastExport();
  const page = await open(`/home/attorneys/export?exportId=${_id}`);
  const panel = page.getByRole('region', { name: 'Posting file' });
  await expect(
    panel.getByText('A copy locks nothing: a closing exports its entries too.'),
  ).toBeVisible();
});
