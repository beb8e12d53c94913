import { beforeAll, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import { focused } from '../support/keyboard.ts';
import { callApi } from '../support/wire.ts';
import { notice, dialog, setCap, typeCall, typeMinutes, stopCall } from '../support/matter-caps.ts';

useApp();

beforeAll(async () => {
  const fileStream = 'Matter Number,Description\nCAP1,Transfer\nCAP2,Will\n';
  await callApi(demoFirmAdmins.lerato, 'POST', '/upload', { fileStream });
});

it('warns of a cap that an admin set, before and after recording, by keyboard alone', async () => {
  const admin = await asAdmin('/home/attorneys/matters?search=CAP1');
  await admin.page.getByRole('row', { name: /CAP1/ }).waitFor();
  await setCap(admin.page, '0');
  await dialog(admin.page).getByText('Must be above R 0.00.').waitFor();
  expect(await a11yViolations(admin.page)).toEqual([]);
  await admin.page.keyboard.press('Control+A');
  await admin.page.keyboard.type('40');
  await admin.page.keyboard.press('Enter');
  await notice(admin.page, 'Cap of CAP1: R 40.00.');
  await admin.page.getByText('R 0.00 of R 40.00').waitFor();
  await expect.poll(() => focused(admin.page)).toBe('Set cap of CAP1');

  const { page, consoleErrors, end } = await signedIn(demoAttorneys.thabo, undefined, {
    width: 390,
  });
  await stopCall(page);
  await typeCall(page, '4');
  await dialog(page)
    .getByText('Cap of R 40.00: R 0.00 recorded, R 33.00 with this entry.')
    .waitFor();
  expect([await a11yViolations(page), await sidewaysScroll(page)]).toEqual([[], 0]);
  await page.keyboard.press('Enter');
  await notice(page, 'Matter CAP1 has reached 80 % of its cap: R 33.00 of R 40.00 recorded.');

  await page.getByRole('button', { name: /^CAP1/ }).press('Enter');
  await dialog(page).waitFor();
  await typeMinutes(page, '7');
  await dialog(page)
    .getByText('Cap of R 40.00: R 0.00 recorded, R 66.00 with this entry.')
    .waitFor();
  await page.keyboard.press('Enter');
  await notice(page, 'Matter CAP1 has reached 100 % of its cap: R 66.00 of R 40.00 recorded.');
  expect(consoleErrors).toEqual([]);
  await end();

  await admin.page.reload();
  await admin.page.getByText('165 %').waitFor();
  await setCap(admin.page, '400');
  await notice(admin.page, 'Cap of CAP1: R 400.00.');
  expect(admin.consoleErrors).toEqual([]);
  await admin.end();
});
