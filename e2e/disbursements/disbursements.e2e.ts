import { describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { focused } from '../support/keyboard.ts';
import { asAdmin, recoup, useApp, useVisit } from '../support/app.ts';
import { deepIt, expect } from '../support/test.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);
const names = async (page: Page) => {
  await page.locator('table[aria-busy="false"]').waitFor();
  return page.getByRole('row').locator('td:nth-child(2)').allInnerTexts();
};

describe('the list of disbursement types', () => {
  it('shows five at first, with read-only marks and no pencil for Call', async () => {
    const page = await open('/home/attorneys/disbursement-list');
    await expect
      .poll(() => names(page))
      .toEqual(['Call', 'Consultation', 'Counsel’s fee', 'Photocopies', 'Postage and petties']);
    await expect(page.getByRole('columnheader')).toHaveText(
      ['#', 'Name', 'Fixed', 'Calculated', 'Action'],
      { useInnerText: true },
    );
    await expect(page.getByRole('checkbox', { name: 'Call: calculated' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Call: fixed' })).toBeDisabled();
    await expect(page.getByRole('link', { name: 'Edit Call' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Edit Photocopies' })).toHaveAttribute(
      'href',
      /update-disbursement\?disbursementId=/,
    );
    await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('5');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => names(page)).toEqual(['Sheriff’s fee']);
    await expect.poll(() => page.url()).toContain('page=2');
    await expect(page.getByRole('button', { name: 'Page 2' })).toBeFocused();
    await page.getByRole('button', { name: 'Previous' }).press('Enter');
    await expect.poll(() => names(page)).toHaveLength(5);
    await expect(page.getByRole('button', { name: 'Page 1' })).toBeFocused();
    expect(await a11yViolations(page)).toEqual([]);
  });

  deepIt('searches half a second after the last key, once', async () => {
    const { page } = await asAdmin('/home/attorneys/disbursement-list');
    await names(page);
    const requested: string[] = [];
    page.on(
      'request',
      (request) =>
        void (
          request.url().includes('search=') &&
          requested.push(new URL(request.url()).searchParams.get('search') ?? '')
        ),
    );
    // Time stands still between the keys, however slow the machine is.
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.getByRole('searchbox').pressSequentially('fee');
    await page.clock.runFor(499);
    expect(requested).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await expect.poll(() => names(page)).toEqual(['Counsel’s fee', 'Sheriff’s fee']);
    expect(requested).toEqual(['fee']);
  });
});

describe('the form of a disbursement type', () => {
  it('adds a type, once, with the defaults of the specification', async () => {
    const page = await open('/home/attorneys/disbursement-list');
    await page.getByRole('link', { name: 'Add disbursement type' }).click();
    await page.getByRole('heading', { name: 'Add disbursement', exact: true }).waitFor();
    await expect(page.getByLabel('Fixed')).toBeChecked();
    await expect(page.getByLabel('Calculated')).not.toBeChecked();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Name is required', { exact: true }).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByLabel('Name').fill('photocopies');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'has a disbursement type of this name already' })
      .waitFor();
    await expect.poll(() => focused(page)).toBe('Name *');
    await page.getByLabel('Name').fill('');
    await page.getByLabel('Name').press('Enter');
    await page.getByText('Name is required', { exact: true }).waitFor();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByLabel('Name').fill('Travel');
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByText('Disbursement saved successfully.').waitFor();
    await page.waitForURL('**/disbursement-list');
    await page.getByRole('searchbox').fill('travel');
    await expect.poll(() => names(page)).toEqual(['Travel']);
  });

  it('renames and retires a type, and shows that in the list', async () => {
    const page = await open('/home/attorneys/disbursement-list');
    await page.getByRole('link', { name: 'Edit Consultation' }).click();
    await page.getByRole('heading', { name: 'Edit Disbursement' }).waitFor();
    await page.getByLabel('Name').fill('Consultations');
    await page.getByLabel('In use').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Disbursement updated successfully.').waitFor();
    await expect.poll(() => names(page)).not.toContain('Consultation');
    await page.getByLabel('Use', { exact: true }).selectOption('Not in use');
    await expect.poll(() => names(page)).toEqual(['Consultations Not in use']);
  });

  deepIt('does not open the form of Call, and explains a bad address', async () => {
    const page = await open('/home/attorneys/disbursement-list');
    // The answer to the first visit must be in: the reload throws its body away.
    await names(page);
    const list = page.waitForResponse((response) => response.url().includes('/disbursements?'));
    await page.reload();
    // The contract's answer.
    const { data } = (await (await list).json()) as { data: { _id: string; title: string }[] };
    const call = data.find(({ title }) => title === 'Call');
    await page.goto(`${recoup.url}/home/attorneys/update-disbursement?disbursementId=${call?._id}`);
    await page.getByText('Call cannot be edited').waitFor();
    await expect(page.getByLabel('Name')).toHaveCount(0);
    for (const id of ['00000000-0000-7000-8000-000000000000', 'junk', '']) {
      await page.goto(`${recoup.url}/home/attorneys/update-disbursement?disbursementId=${id}`);
      await page.getByText('There is no such disbursement type.').waitFor();
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Go Back' }).click();
      await page.waitForURL('**/disbursement-list');
    }
  });
});
