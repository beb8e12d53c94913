import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import {
  demoAttorneys,
  demoFirmAdmins,
  demoOffice,
} from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks, sidewaysScroll } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { callApi, readMe, recordEntry } from '../support/wire.ts';

// The pages of a user who has no types, and records for an attorney.
useApp();
const { devan } = demoAttorneys;
const { precious } = demoOffice;
const admin = demoFirmAdmins.anneke;
const open = useVisit(precious, 390);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const months = (page: Page) => page.getByRole('region', { name: 'Recorded months' });
const signOff = (page: Page) => page.getByRole('button', { name: 'My month is complete' });

it('names the attorney on each page, and offers no sign-off', async () => {
  const { _id: attorney, disbursementTypes } = await readMe(devan);
  const disbursementType = disbursementTypes.find(({ title }) => title === 'Call')?._id;
  await recordEntry(precious, 'Call', { attorney, disbursementType, minutes: 7 });
  const page = await open('/home/entries');
  await heading(page, `Entries for ${devan.name}`).waitFor();
  await expect(page.getByRole('banner')).toContainText(`For ${devan.name}`);
  await page.getByRole('link', { name: 'Month', exact: true }).click();
  await heading(page, `Month of ${devan.name}`).waitFor();
  await expect(months(page)).toContainText(/1 entry.*R\s66\.00/);
  await expect(months(page)).toContainText(`${devan.name} marks a month as complete.`);
  await expect(signOff(page)).toHaveCount(0);
  expect([await a11yViolationsInLooks(page), await sidewaysScroll(page)]).toEqual([[], 0]);
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await page.getByText(`Those of ${devan.name} are on that attorney’s page.`).waitFor();
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await heading(page, `Entries for ${devan.name}`).waitFor();
});

deepIt('offers the sign-off once types are assigned to her', async () => {
  const page = await open('/home/entries/month');
  await heading(page, `Month of ${devan.name}`).waitFor();
  const { disbursementTypes } = await readMe(devan);
  await callApi(admin, 'PUT', `/users/${(await readMe(precious))._id}`, {
    disbursementTypes: disbursementTypes.map(({ _id }) => _id),
  });
  await page.reload();
  await signOff(page).waitFor();
  await heading(page, 'Month').waitFor();
  await expect(page.getByRole('banner')).toContainText('Attorney');
});
