import { it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { countRecorded, notices, passTime, undo } from '../support/undo.ts';
import {
  unsaved,
  discard,
  unsent,
  asAttorney,
  stopCall,
  addUnanswered,
} from '../support/undo-discard.ts';

useApp();

const { thabo } = demoAttorneys;

deepIt('brings a discarded call back, also after a page in between', async () => {
  const { page, consoleErrors, end } = await asAttorney();
  await stopCall(page);
  await discard(page).click();
  await unsaved(page).waitFor({ state: 'detached' });
  await notices(page)
    .getByText(/^Call of 1\smin discarded\.$/)
    .waitFor();
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('link', { name: 'Change Password' }).click();
  await page.getByLabel('New Password', { exact: false }).first().waitFor();
  await undo(page).click();
  await page.goBack();
  await unsaved(page).waitFor();
  await discard(page).click();
  await page.clock.install();
  await passTime(page);
  await expect(undo(page)).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Start call' }).waitFor();
  expect(consoleErrors).toEqual([]);
  await end();
});

it('deletes a discarded entry on the server too, which had it without an answer', async () => {
  const { page, end } = await asAttorney();
  await addUnanswered(page, 'Discarded and there');
  await discard(page).click();
  await page.unroute('**/core/api/entries');
  await page.clock.install();
  await passTime(page);
  await expect.poll(() => countRecorded(thabo, 'Discarded and there')).toBe(0);
  await page.reload();
  await page.getByRole('button', { name: 'Start call' }).waitFor();
  await expect(unsent(page)).toHaveCount(0);
  await end();
});
