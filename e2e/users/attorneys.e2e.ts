import { describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { expectFirstSignIn, priceTable, editAttorney } from '../support/attorney-form.ts';
import { a11yViolations } from '../support/a11y.ts';
import { focused, tabTo, typeInto, escapeFrom } from '../support/keyboard.ts';
import { recoup, useApp, useVisit } from '../support/app.ts';
import { notices } from '../support/browser.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);
const names = async (page: Page) => {
  await page.locator('table[aria-busy="false"]').waitFor();
  return page.getByRole('row').locator('td:nth-child(2)').allInnerTexts();
};
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

describe('the list of attorneys', () => {
  deepIt('begins with status ascending, and keeps its state in the address', async () => {
    const page = await open('/home/attorneys/attorney-list');
    await expect
      .poll(() => names(page))
      .toEqual([
        'Zanele Dlamini',
        'Johannes van der Merwe',
        'Pieter Botha',
        'Saras Naidoo',
        'Thabo Mokoena',
      ]);
    await expect(page.getByRole('columnheader')).toHaveText(
      ['#', 'Name', 'Phone', 'Disbursement', 'Status', 'Action'],
      { useInnerText: true },
    );
    await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect(page.getByRole('row').nth(1)).toHaveText(
      /0735550115\s+Call\s+Consultation[\s\S]*Blocked/,
      { useInnerText: true },
    );
    const area = await page.getByRole('region', { name: 'Attorneys, scrolling' }).boundingBox();
    expect(area?.height).toBeLessThanOrEqual(257);
    await page.getByRole('button', { name: 'Name' }).click();
    await page.getByRole('button', { name: 'Name' }).click();
    await expect
      .poll(() => names(page))
      .toEqual([
        'Zanele Dlamini',
        'Thabo Mokoena',
        'Saras Naidoo',
        'Pieter Botha',
        'Johannes van der Merwe',
      ]);
    await expect.poll(() => page.url()).toContain('sort=-name');
    await page.getByRole('searchbox').fill('naidoo');
    await expect.poll(() => names(page)).toEqual(['Saras Naidoo']);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['Saras Naidoo']);
    expect(await a11yViolations(page)).toEqual([]);
  });

  deepIt('is requested without waiting for the user', async () => {
    const page = await open('/home/attorneys/attorney-list');
    const requested = page.waitForRequest('**/core/api/users?*');
    await page.route('**/core/api/me', async (route) => {
      await requested;
      await route.continue();
    });
    await page.reload();
    await expect.poll(() => names(page)).toContain('Thabo Mokoena');
  });

  deepIt('marks the side menu by the 4th segment, redirects every address spelling', async () => {
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
  it('adds an attorney by keyboard, with call fees, password and invitation', async () => {
    const page = await open('/home/attorneys/add-attorney');
    await page.getByLabel('Name').focus();
    await typeInto(page, ['Nomsa Mahlangu', 'N.Mahlangu@NKOSI.co.za', '+27 82 555-0199']);
    await tabTo(page, 'Add Disbursement');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => focused(page)).toContain('Disbursement type');
    await page.keyboard.press('c');
    await tabTo(page, 'To, row 1');
    await typeInto(page, ['5', '33']);
    for (const [cost, row] of [
      ['66', 2],
      ['99', 3],
      ['113', 4],
    ] as const) {
      await tabTo(page, 'Add');
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page)).toBe(`To, row ${row}`);
      await page.keyboard.press('Tab');
      await page.keyboard.type(cost);
    }
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }),
    ).toBeDisabled();
    await tabTo(page, 'Thereafter, every (minutes)');
    await typeInto(page, ['5', '0']);
    await expect
      .poll(() => priceTable(page))
      .toMatchObject({
        '5': 'R 33.00',
        '6': 'R 66.00',
        '20': 'R 113.00',
        '60': 'R 113.00',
      });
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('to 20 min R 113.00 · longer: R 113.00').waitFor();
    await tabTo(page, 'Send an invitation with the sign-in link');
    await page.keyboard.press('Space');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    const password = await page.getByRole('dialog').locator('code').innerText();
    expect(password).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    await tabTo(page, 'Done');
    // It rests for half a second, so that a second Enter does not close what is shown once.
    await page.getByRole('button', { name: 'Done', disabled: false }).waitFor();
    await page.keyboard.press('Enter');
    // The invitation leads to a password of one's own: nobody needs a copy of this one.
    await page.waitForURL('**/attorney-list');
    await notices(page).getByText('Attorney added successfully!').waitFor();
    // The address of the list stands there a moment before its page does.
    await expect(page.getByText(password)).toHaveCount(0);
    await expectFirstSignIn(recoup, password);
  });

  deepIt('shows errors with the texts of the specification', async () => {
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
});

deepIt('shows that an attorney is blocked, and keeps the block', async () => {
  const page = await open('/home/attorneys/attorney-list');
  await editAttorney(page, 'Zanele Dlamini');
  await expect(page.getByRole('radio', { name: 'Blocked' })).toBeChecked();
  for (const radio of await page.getByRole('radio').all()) await expect(radio).toBeDisabled();
  await page.getByLabel('Cell').fill('0735550116');
  await save(page);
  await page.getByText('Attorney updated successfully!').waitFor();
  await page.getByRole('row', { name: /Zanele Dlamini[\s\S]*0735550116[\s\S]*Blocked/ }).waitFor();
});

deepIt('asks before the back button discards a removed type', async () => {
  const page = await open('/home/attorneys/attorney-list');
  await editAttorney(page, 'Thabo Mokoena');
  await page.getByRole('button', { name: 'Remove Photocopies' }).click();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect.poll(() => page.url()).toContain('update-attorney');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/attorney-list');
});
