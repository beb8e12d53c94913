import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll, a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { plain } from '../support/attorney-form.ts';
import { savedFile } from '../support/browser.ts';
import { attorneyNamed, differencesShown } from '../support/edit-conflict.ts';
import { csv } from '../support/import-page.ts';
import { focused, tabTo } from '../support/keyboard.ts';
import { callApi } from '../support/wire.ts';

useApp();
const cell = (page: Page, name: RegExp) => page.getByRole('gridcell').getByRole('button', { name });
const dialogOf = (page: Page) => page.getByRole('dialog');
const open = useVisit(demoFirmAdmins.lerato);
const fees = '/home/attorneys/fees';

it('shows each attorney and type as on a day, and finds attorneys by name', async () => {
  const page = await open('/home/attorneys/attorney-list');
  await page.getByRole('link', { name: 'Fees' }).click();
  await page.getByRole('heading', { level: 1, name: 'Fees' }).waitFor();
  await expect(page).toHaveTitle(/^Fees/);
  await cell(page, /^Thabo Mokoena, Call: to 5.min R.33.00 · .* · longer: R.113.00$/).waitFor();
  await cell(page, /^Pieter Botha, Call: .* differs from the usual$/).waitFor();
  await cell(page, /^Thabo Mokoena, Sheriff’s fee: No fees$/).waitFor();
  await cell(page, /^Thabo Mokoena, Counsel’s fee: Not assigned$/).waitFor();
  await expect(page.getByRole('rowheader')).toHaveCount(3);
  await page.getByLabel('Show inactive attorneys').check();
  await page.getByRole('rowheader', { name: /Johannes van der Merwe\s*Inactive/ }).waitFor();
  await page.getByLabel('Search attorneys').fill('botha');
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByLabel('Search attorneys').fill('nobody of that name');
  await page.getByText('Nothing matches “nobody of that name”.').waitFor();
  await page.goto(`${new URL(page.url()).origin}${fees}?on=2001-02-03&search=thabo`);
  await cell(page, /^Thabo Mokoena, Call: to 5.min R.33/).waitFor();
  await expect(page.getByLabel('Prices on')).toHaveValue('2001-02-03');
  await page.getByLabel('Prices on').fill('');
  await page.getByText('Please enter a day. The table shows 3 February 2001.').waitFor();
});

deepIt('plans a change by keyboard alone, and marks it', async () => {
  const page = await open(fees);
  await cell(page, /^Saras Naidoo, Call/).waitFor();
  await page.getByLabel('Show inactive attorneys').focus();
  await page.keyboard.press('Tab');
  await expect.poll(async () => plain(await focused(page))).toMatch(/^Pieter Botha, Call: /);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focused(page)).toBe('Fee annexure of Pieter Botha (PDF)');
  await page.keyboard.press('Control+End');
  await expect.poll(() => focused(page)).toMatch(/^Thabo Mokoena, Sheriff’s fee/);
  for (const key of ['ArrowUp', 'Home', 'ArrowRight']) await page.keyboard.press(key);
  const before = await focused(page);
  expect(plain(before)).toBe(
    'Saras Naidoo, Call: to 5 min R 33.00 · to 10 min R 66.00 · to 15 min R 99.00 · ' +
      'to 20 min R 113.00 · longer: R 113.00',
  );
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^Valid from/);
  await page.keyboard.type('03012098');
  await dialogOf(page).getByText('Planned: calls from 1 March 2098 have these fees.').waitFor();
  await tabTo(page, 'Cost, row 1');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('35');
  expect(await a11yViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialogOf(page).waitFor({ state: 'detached' });
  await expect
    .poll(async () => plain(await focused(page)))
    .toBe(`${plain(before)} changes on 1 Mar 2098`);
  await page.getByLabel('Prices on').fill('2098-03-01');
  await page.waitForURL(/on=2098-03-01/);
  await cell(page, /^Saras Naidoo, Call: to 5.min R.35.00 · .* · longer: R.113.00$/).waitFor();
});

it('saves one cell, and keeps what was typed when another admin changed the attorney', async () => {
  const page = await open(fees);
  await cell(page, /^Pieter Botha, Consultation/).click();
  await dialogOf(page).getByLabel('Cost, row 1').fill('270');
  const { _id } = await attorneyNamed('Pieter Botha');
  await callApi(demoFirmAdmins.lerato, 'PUT', `/users/${_id}`, { cell: '0835550188' });
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => differencesShown(page))
    .toEqual([
      'Cell 0835550188 Not changed',
      expect.stringMatching(/^Consultation .*R 262.50.*R 270.00/),
    ]);
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(dialogOf(page).getByLabel('Cost, row 1')).toHaveValue('270');
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT'),
    dialogOf(page).getByRole('button', { name: 'Save' }).click(),
  ]);
  const body: unknown = sent.postDataJSON();
  expect(body).toEqual({
    callFees: expect.any(Array),
    callFeesFrom: expect.any(String),
    version: expect.any(Number),
  });
  await cell(page, /^Pieter Botha, Consultation: to 15.min R.270/).waitFor();
  await cell(page, /^Pieter Botha, Counsel’s fee/).click();
  await dialogOf(page).getByText('Save assigns it.').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await cell(page, /^Pieter Botha, Counsel’s fee: No fees/).waitFor();
});

it('takes the CSV back: unchanged, with a bad cell, and with a change', async () => {
  const page = await open(fees);
  const file = await savedFile(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(file.name).toMatch(/^fees-\d{4}-\d\d-\d\d\.csv$/);
  expect(file.text).toContain('attorney,type,validFrom,to1,price1');
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  const dialog = dialogOf(page);
  const choose = (text: string) =>
    dialog.getByLabel('Fees file').setInputFiles(csv('fees.csv', text));
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await choose(file.text);
  await dialog.getByText(/^Nothing changes: all \d+ rows are as saved\.$/).waitFor();
  await expect(apply).toBeDisabled();
  const lines = file.text.split('\r\n');
  const row = lines.findIndex((line) => line.startsWith('t.mokoena@nkosi.co.za,Call,'));
  const withCost = (cost: string) =>
    lines
      .map((line, index) => (index === row ? changed(line, { 2: '2098-05-01', 4: cost }) : line))
      .join('\r\n');
  await choose(withCost('thirty'));
  const bad = dialog.getByRole('region', { name: 'Rows with errors' });
  await expect(bad.getByRole('row').nth(1)).toHaveText(new RegExp(`^${row + 1}\\s+price1\\s+\\S`), {
    useInnerText: true,
  });
  await expect(apply).toBeDisabled();
  await choose(withCost('40'));
  await dialog.getByText(/^1 change in \d+ rows\.$/).waitFor();
  await expect(dialog.getByRole('table', { name: 'Changes' })).toHaveText(
    /Thabo Mokoena\s+Call\s+1.May.2098[\s\S]*R.33[\s\S]*R.40/,
    { useInnerText: true },
  );
  expect(await a11yViolations(page)).toEqual([]);
  await apply.click();
  await page.getByText('1 change of fees saved.').waitFor();
  await cell(page, /^Thabo Mokoena, Call: .*changes on 1.May.2098/).waitFor();
});

it('lists the types of each attorney on a phone', async () => {
  const page = await open(fees, 390);
  await cell(page, /^Thabo Mokoena, Call/).waitFor();
  const tops = await Promise.all(
    [/^Thabo Mokoena, Call/, /^Thabo Mokoena, Consultation/].map(
      async (name) => (await cell(page, name).boundingBox())?.y ?? 0,
    ),
  );
  expect(tops[1]).toBeGreaterThan(tops[0] ?? Infinity);
  expect(await sidewaysScroll(page)).toBe(0);
  await cell(page, /^Thabo Mokoena, Call/).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toMatch(/^Thabo Mokoena, Consultation/);
});

deepIt('opens a cell that is pressed below its text, and keeps each text in its row', async () => {
  const page = await open(fees);
  const short = cell(page, /^Pieter Botha, Sheriff’s fee/);
  const place = await short.locator('..').boundingBox();
  if (place === null) throw new Error('The cell is not on the screen.');
  expect(place.height).toBeGreaterThan(60);
  await page.mouse.click(place.x + place.width / 2, place.y + place.height - 4);
  await dialogOf(page).waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^Pieter Botha, Sheriff’s fee/);
});

deepIt('saves the fee annexure of one attorney and of all, as on the day', async () => {
  const page = await open(`${fees}?on=2098-01-01`);
  for (const name of ['Fee annexures (PDF)', 'Fee annexure of Thabo Mokoena (PDF)']) {
    const sent = page.waitForRequest(/fee-annexure/);
    const file = await savedFile(page, page.getByRole('button', { name }));
    expect([file.name, file.text.slice(0, 5)]).toEqual([expect.stringMatching(/\.pdf$/), '%PDF-']);
    expect((await sent).url()).toContain('on=2098-01-01');
  }
});

deepIt('says when the fees cannot be loaded, and what an empty firm does next', async () => {
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

deepIt('is accessible with the dialog of a cell, in any theme and width', async () => {
  const page = await open(fees);
  await cell(page, /^Thabo Mokoena, Call/).click();
  await dialogOf(page).getByText('Saved on').first().waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});

/** A line of the file with other cells. */
function changed(line: string, cells: Readonly<Record<number, string>>): string {
  return line
    .split(',')
    .map((text, index) => cells[index] ?? text)
    .join(',');
}
