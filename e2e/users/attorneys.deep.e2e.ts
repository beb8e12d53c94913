import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { editAttorney } from '../support/attorney-form.ts';
import { a11yViolations } from '../support/a11y.ts';
import { escapeFrom } from '../support/keyboard.ts';
import { asAdmin, recoup, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const names = async (page: Page) => {
  await page.locator('table[aria-busy="false"]').waitFor();
  return page.getByRole('row').locator('td:nth-child(2)').allInnerTexts();
};

describe('the list of attorneys', () => {
  it('is requested without waiting for the user', async () => {
    const page = await open('/home/attorneys/attorney-list');
    const requested = page.waitForRequest('**/core/api/users?*');
    await page.route('**/core/api/me', async (route) => {
      await requested;
      await route.continue();
    });
    await page.reload();
    await expect.poll(() => names(page)).toContain('Thabo Mokoena');
  });

  it('marks the side menu by the 4th segment, and redirects every address spelling', async () => {
    const page = await open('/home/attorneys');
    await page.waitForURL('**/home/attorneys/attorney-list');
    await page.goto(`${recoup.url}/home/add-attorney`);
    await page.getByRole('heading', { name: 'Add Attorney' }).waitFor();
    const menu = page.getByRole('complementary', { name: 'Side menu' });
    await expect(menu.getByRole('link', { name: 'Attorneys' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.getByText('Powered by').first().waitFor();
    await page.goto(`${recoup.url}/home/attorneys/add-disbursement`);
    await page.getByRole('heading', { name: 'Add disbursement' }).waitFor();
    await expect(menu.getByRole('link', { name: 'Disbursements' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });
});

describe('the form of an attorney', () => {
  it('shows errors with the texts of the specification', async () => {
    const page = await open('/home/attorneys/add-attorney');
    // The message of the field that is left moves what is below it, but not from under the press.
    await page.getByLabel('Cell').focus();
    await page.getByRole('button', { name: 'Add Disbursement' }).click();
    await escapeFrom(page.getByRole('dialog'));
    await save(page);
    for (const text of ['Name is required.', 'Email is required', 'Cell is required'])
      await page.getByText(text, { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete')))
      .toBe('off');
    const wrong = async (label: string, value: string, message: string) => {
      await page.getByLabel(label, { exact: false }).first().fill(value);
      await save(page);
      await page.getByText(message, { exact: true }).waitFor();
    };
    await wrong('Name', 'Jo', 'Name must be at least 3 characters long.');
    await wrong('Name', 'x'.repeat(51), 'Name must not be more than 50 characters long.');
    await wrong('Email', 'no-address', 'Invalid email id');
    await wrong('Email', 'nomsa@elsewhere.co.za', 'Invalid email id');
    await wrong('Cell', '082555', 'Cell must be at least 10 characters long.');
    await wrong('Cell', '08255501234', 'Cell must not be more than 10 characters long.');
    await expect(page.getByRole('radio', { name: 'Active', exact: true })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Blocked' })).toBeDisabled();
    expect(await a11yViolations(page)).toEqual([]);
  });

  it('shows the second of two admins the differences, and loses no typed text', async () => {
    const [one, two] = [await asAdmin(), await asAdmin()];
    for (const { page } of [one, two]) await editAttorney(page, 'Saras Naidoo');
    await one.page.getByLabel('Cell').fill('0845550999');
    await save(one.page);
    await one.page.getByText('Attorney updated successfully!').waitFor();
    await two.page.getByLabel('Name').fill('Saras P Naidoo');
    await save(two.page);
    await two.page.getByRole('alert').filter({ hasText: 'Someone else changed this' }).waitFor();
    const differences = two.page.getByRole('table', { name: 'What differs' });
    await expect(differences.getByRole('row').nth(1)).toHaveText(
      /Name\s+Saras Naidoo\s+Saras P Naidoo/,
      { useInnerText: true },
    );
    await expect(differences.getByRole('row').nth(2)).toHaveText(
      /Cell\s+0845550999\s+Not changed/,
      { useInnerText: true },
    );
    await expect(two.page.getByLabel('Name')).toHaveValue('Saras P Naidoo');
    expect(await a11yViolations(two.page)).toEqual([]);
    await two.page.getByRole('button', { name: 'Keep my changes' }).click();
    await save(two.page);
    await two.page.getByText('Attorney updated successfully!').waitFor();

    await one.page.reload();
    await editAttorney(one.page, 'Saras P Naidoo');
    await editAttorney(two.page, 'Saras P Naidoo');
    await two.page.getByLabel('Cell').fill('0845550777');
    await save(two.page);
    await two.page.getByText('Attorney updated successfully!').first().waitFor();
    await one.page.getByLabel('Name').fill('Somebody Else');
    await save(one.page);
    await one.page.getByRole('button', { name: 'Use theirs' }).click();
    await expect(one.page.getByLabel('Name')).toHaveValue('Saras P Naidoo');
    await expect(one.page.getByLabel('Cell')).toHaveValue('0845550777');
    expect([...one.consoleErrors, ...two.consoleErrors]).toEqual([]);
    await one.end();
    await two.end();
  });
});

it('shows that an attorney is blocked, and keeps the block', async () => {
  const page = await open('/home/attorneys/attorney-list');
  await editAttorney(page, 'Zanele Dlamini');
  await expect(page.getByRole('radio', { name: 'Blocked' })).toBeChecked();
  for (const radio of await page.getByRole('radio').all()) await expect(radio).toBeDisabled();
  await page.getByLabel('Cell').fill('0735550116');
  await save(page);
  await page.getByText('Attorney updated successfully!').waitFor();
  await page.getByRole('row', { name: /Zanele Dlamini[\s\S]*0735550116[\s\S]*Blocked/ }).waitFor();
});
