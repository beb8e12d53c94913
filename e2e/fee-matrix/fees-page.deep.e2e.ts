import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { savedFile } from '../support/browser.ts';
import { cell, dialogOf } from '../support/fees-page.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

const fees = '/home/attorneys/fees';

it('opens a cell that is pressed below its text, and keeps each text in its row', async () => {
  const page = await open(fees);
  const short = cell(page, /^Pieter Botha, Sheriff’s fee/);
  const place = await short.locator('..').boundingBox();
  if (place === null) throw new Error('The cell is not on the screen.');
  expect(place.height).toBeGreaterThan(60);
  await page.mouse.click(place.x + place.width / 2, place.y + place.height - 4);
  await dialogOf(page).waitFor();
});

it('saves the fee annexure of one attorney and of all, as on the day', async () => {
  const page = await open(`${fees}?on=2098-01-01`);
  for (const name of ['Fee annexures (PDF)', 'Fee annexure of Thabo Mokoena (PDF)']) {
    const sent = page.waitForRequest(/fee-annexure/);
    const file = await savedFile(page, page.getByRole('button', { name }));
    expect([file.name, file.text.slice(0, 5)]).toEqual([expect.stringMatching(/\.pdf$/), '%PDF-']);
    expect((await sent).url()).toContain('on=2098-01-01');
  }
});

it('says when the fees cannot be loaded, and what an empty firm does next', async () => {
  const page = await open('/home/attorneys/attorney-list');
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.route('**/core/api/rate-matrix*', (route) => route.abort());
  await page.getByRole('link', { name: 'Fees' }).click();
  await page.getByRole('alert').filter({ hasText: 'Fees could not be loaded.' }).waitFor();
  expect(said).toContain('Unable to get fees');
  await page.unroute('**/core/api/rate-matrix*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await cell(page, /^Thabo Mokoena, Call/).waitFor();
  await page.route('**/core/api/users?*', (route) =>
    route.fulfill({ json: { data: [], count: 0 } }),
  );
  await page.reload();
  await page.getByText('No attorneys yet').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Add Attorney' }).waitFor();
  await page.route('**/core/api/disbursements?*', (route) =>
    route.fulfill({ json: { data: [], count: 0 } }),
  );
  await page.reload();
  await page.getByRole('link', { name: 'Add disbursement type' }).waitFor();
});

it('is accessible with the dialog of a cell, in any theme and width', async () => {
  const page = await open(fees);
  await cell(page, /^Thabo Mokoena, Call/).click();
  await dialogOf(page).getByText('Saved on').first().waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
}, 120_000);
