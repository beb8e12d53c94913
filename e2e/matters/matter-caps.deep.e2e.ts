import { beforeAll, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import { goOffline } from '../support/network.ts';
import { callApi } from '../support/wire.ts';
import { notice, dialog, setCap, typeCall, stopCall } from '../support/matter-caps.ts';

useApp();

beforeAll(async () => {
  const fileStream = 'Matter Number,Description\nCAP1,Transfer\nCAP2,Will\n';
  await callApi(demoFirmAdmins.lerato, 'POST', '/upload', { fileStream });
});

it('warns of an entry that was recorded without a network when it is sent', async () => {
  const admin = await asAdmin('/home/attorneys/matters?search=CAP1');
  await admin.page.getByRole('row', { name: /CAP1/ }).waitFor();
  await setCap(admin.page, '100000');
  await notice(admin.page, 'Cap of CAP1: R 100 000.00.');
  const { page, end } = await signedIn(demoAttorneys.thabo, undefined, { width: 390 });
  const online = await goOffline(page);
  await stopCall(page);
  await typeCall(page, '4');
  await page.keyboard.press('Enter');
  await page.getByText('Waiting for a connection').waitFor();
  await setCap(admin.page, '30');
  await notice(admin.page, 'Cap of CAP1: R 30.00.');
  await online();
  await notice(page, 'Matter CAP1 has reached 100 % of its cap: R 33.00 of R 30.00 recorded.');
  await expect(page.getByText('Waiting for a connection')).toHaveCount(0);
  await end();
  await admin.end();
});

it('removes a cap, and keeps what was typed until it is given up', async () => {
  const { page, end } = await asAdmin('/home/attorneys/matters?search=CAP1', 390);
  await page.getByRole('button', { name: 'Set cap of CAP1' }).click();
  await dialog(page).getByLabel('Cap (R)').fill('77');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Remove cap' }).click();
  await notice(page, 'Cap of CAP1 removed.');
  await expect(page.getByText(/R 33.00 of R/)).toHaveCount(0);
  expect([await a11yViolations(page), await sidewaysScroll(page)]).toEqual([[], 0]);
  await end();
});
