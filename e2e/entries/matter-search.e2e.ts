import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, largeTextFaults, sidewaysScroll } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';
import { type Visit, waitForIdle } from '../support/browser.ts';
import { importMatters } from '../support/wire.ts';

// The matter of an entry: found first, typed in full, and no longer open.
useApp();

const matter = (page: Page) => page.getByRole('combobox', { name: 'Matter' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Matters' }).getByRole('option');
const csv = `Matter Number,Description,Client,Status
AA0001,Unfair dismissal,Nel,Open
SA0001,Lease,Smit,Open
SA0002,Estate,Smit,Closed
SA0003,Will,,Pending
`;

beforeAll(async () => {
  await importMatters(demoFirmAdmins.lerato, 'statuses.csv', csv);
});

async function addDisbursement(width = 1440): Promise<Visit> {
  const seen = await signedIn(demoAttorneys.thabo, undefined, { width });
  await seen.page.getByRole('button', { name: 'Add entry' }).click();
  return seen;
}

it('preselects the number that begins with the text, also without a network', async () => {
  const { page } = await addDisbursement();
  for (const isOffline of [false, true]) {
    await page.context().setOffline(isOffline);
    await matter(page).fill('AA');
    await options(page).filter({ hasText: 'AA0001' }).waitFor();
    await matter(page).fill('SA');
    await expect(options(page).first()).toHaveText(/^SA0001/, { useInnerText: true });
    await page.keyboard.press('Enter');
    await expect(matter(page)).toHaveValue('SA0001 · Lease');
  }
});

deepIt('takes a number typed in full when the field is left, and no other text', async () => {
  const { page } = await addDisbursement();
  for (const [typed, shown] of [
    ['sa0002', 'SA0002 · Estate'],
    ['sa000', 'sa000'],
    ['lease', 'lease'],
  ] as const) {
    await matter(page).fill(typed);
    // Before the answer.
    await page.getByLabel('Narration').focus();
    await waitForIdle(page);
    await expect(matter(page)).toHaveValue(shown);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Please choose the matter.').waitFor();
});

deepIt('shows the status of a matter that is not open in its option', async () => {
  const { page } = await addDisbursement(390);
  await matter(page).fill('SA000');
  await page.getByRole('option', { name: 'SA0002 Estate Smit Closed' }).waitFor();
  await page.getByRole('option', { name: 'SA0003 Will Pending' }).waitFor();
  await page.getByRole('option', { name: 'SA0001 Lease Smit', exact: true }).waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await largeTextFaults(page, [390])).toEqual([]);
});
