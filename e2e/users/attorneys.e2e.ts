import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { expectFirstSignIn, priceTable } from '../support/attorney-form.ts';
import { a11yViolations } from '../support/a11y.ts';
import { focused, tabTo, typeInto } from '../support/keyboard.ts';
import { recoup, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);
const names = async (page: Page) => {
  await page.locator('table[aria-busy="false"]').waitFor();
  return page.getByRole('row').locator('td:nth-child(2)').allInnerTexts();
};

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
    await page.getByText('up to 20 min R 113.00, then R 0.00 per 5 min').waitFor();
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
    // Nothing was copied: it asks first.
    await page.getByText('The initial password is not shown again. Copy it first.').waitFor();
    await tabTo(page, 'Close anyway');
    await page.getByRole('button', { name: 'Close anyway', disabled: false }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/attorney-list');
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText('Attorney added successfully!')
      .waitFor();
    // The address of the list stands there a moment before its page does.
    await expect(page.getByText(password)).toHaveCount(0);
    await expectFirstSignIn(recoup, password);
  });
});
