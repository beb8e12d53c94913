import { test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { recoup, useApp, useVisit } from '../support/app.ts';
import { focused } from '../support/keyboard.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { differencesShown } from '../support/edit-conflict.ts';
import { callApi } from '../support/wire.ts';
import { deepIt, expect } from '../support/test.ts';

useApp();
const layouts = '/home/attorneys/posting-layouts';
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const saveElsewhere = async (id: string, settings: object) =>
  callApi(lerato, 'PUT', `/posting-layouts/${id}/settings`, settings);

test('an account that does not fit is named at its field', async () => {
  const page = await open(layouts);
  const form = await openSettings(page, 'Sage Pastel journal');
  await form.getByLabel('Contra account').fill('123456789');
  await form.getByLabel('Contra account').press('Enter');
  await form.getByText('“123456789” must have exactly 7 digits').waitFor();
  await expect.poll(() => focused(page)).toBe('Contra account');
  await form.getByLabel('Contra account').fill('1234567');
  await form.getByLabel('Contra account').press('Enter');
  await page.getByText('Settings of Sage Pastel journal saved.').waitFor();
});

deepIt('settings that another admin saved are not overwritten', async () => {
  const page = await open(layouts);
  const form = await openSettings(page, 'LEDES 98BI V2');
  await form.getByLabel('Law firm ID').fill('NKOSI');
  const theirs = { accounts: {}, clientIds: { Botha: 'C1' }, invoiceNumber: 'INV' };
  await saveElsewhere('ledes98bi', theirs);
  await form.getByLabel('Law firm ID').press('Enter');
  await expect
    .poll(() => differencesShown(page))
    .toEqual([
      'Law firm ID NKOSI',
      'Invoice number INV Not changed',
      'Client ID of Botha C1 Not changed',
    ]);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  await form.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings of LEDES 98BI V2 saved.').waitFor();
  const saved = await callApi(lerato, 'GET', '/posting-layouts/ledes98bi/settings');
  expect(saved).toMatchObject({ data: { ...theirs, firmId: 'NKOSI', version: 2 } });
});

deepIt('a firm that is no vendor is offered nothing of VAT', async () => {
  const page = await open('/home/attorneys/add-posting-layout');
  const column = page.getByRole('listitem', { name: 'Column 1', exact: true });
  await column.getByRole('button', { name: /Date of the entry/ }).click();
  const contents = column.getByLabel('Content').getByRole('option');
  await expect
    .poll(async () => (await contents.allTextContents()).filter((text) => /VAT|tax/i.test(text)))
    .toEqual([]);
  await callApi(lerato, 'PUT', '/firm-settings', { isVatVendor: true, vatNumber: '4123456789' });
  await page.reload();
  await column.getByRole('button', { name: /Date of the entry/ }).click();
  await expect.poll(() => contents.allTextContents()).toContain('VAT rate (%)');
  await callApi(lerato, 'PUT', '/firm-settings', { isVatVendor: false });
});

deepIt('the form of a layout opens for none that cannot be saved', async () => {
  const page = await open(layouts);
  for (const address of [
    'update-posting-layout?layoutId=legalsuite',
    'add-posting-layout?copyOf=ledes98bi',
  ]) {
    await page.goto(`${recoup.url}/home/attorneys/${address}`);
    await page.getByText('There is no such posting layout.').waitFor();
    await expect(page.getByLabel('Name')).toHaveCount(0);
  }
});

deepIt.each([1440, 1024, 390])('the test line stays in sight at %i pixels', async (width) => {
  const page = await open(`/home/attorneys/add-posting-layout?copyOf=sage-pastel`, width);
  const line = page.getByRole('region', { name: 'Test line' });
  await line.getByText('BOT0017').waitFor();
  for (const number of [1, 9, 18]) {
    const column = page.getByRole('listitem', { name: `Column ${number}`, exact: true });
    await column.getByRole('button').first().press('Enter');
    await column.getByLabel('Width').focus();
    await expect.poll(async () => isInView(page, line)).toBe(true);
    const [field, shown] = await Promise.all([boxOf(column.getByLabel('Width')), boxOf(line)]);
    expect(field.y + field.height).toBeLessThanOrEqual(shown.y);
    expect(field.y).toBeGreaterThan(60);
  }
});

async function isInView(page: Page, part: Locator): Promise<boolean> {
  const { y, height } = await boxOf(part);
  return y >= 0 && y + height <= (await page.evaluate(() => window.innerHeight)) + 1;
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('It is not on the screen.');
  return box;
}

async function openSettings(page: Page, layout: string): Promise<Locator> {
  await page.getByRole('button', { name: `Settings of ${layout}` }).click();
  const form = page.getByRole('form', { name: `Settings of ${layout}` });
  await form.getByRole('button', { name: 'Save settings' }).waitFor();
  return form;
}
