import { describe, it } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { editAttorney } from '../support/attorney-form.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { focused } from '../support/keyboard.ts';
import { openWindow, recoup, useApp, useVisit } from '../support/app.ts';
import { signIn } from '../support/browser.ts';
import { holdRequests, keepNothing } from '../support/network.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

describe('the call-fee modal', () => {
  deepIt('loads the rows of a configured type, and replaces them, with a history', async () => {
    const page = await open('/home/attorneys/attorney-list');
    await editAttorney(page, 'Thabo Mokoena');
    await page.getByRole('button', { name: 'Add Disbursement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Please choose a disbursement type.').waitFor();
    await dialog.getByLabel('Disbursement type').selectOption({ label: 'Consultation (assigned)' });
    await expect(dialog.getByLabel('Cost, row 1')).toHaveValue('262.50');
    await dialog.getByLabel('Cost, row 1').fill('300');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Attorney updated successfully!').waitFor();
    await editAttorney(page, 'Thabo Mokoena');
    await page.getByRole('button', { name: 'Edit Consultation' }).click();
    const versions = dialog
      .getByRole('region', { name: 'Fees through time' })
      .getByRole('listitem');
    await expect(versions).toHaveCount(2);
    await expect(versions).toHaveText(
      [
        /^From\s.*now\s+to\s15\smin\sR\s300.00[\s\S]*by\sLerato\sNkosi/,
        /^Until\s.*\s+to\s15\smin\sR\s262.50/,
      ],
      { useInnerText: true },
    );
  });

  deepIt('fits a phone', async () => {
    const page = await open('/home/attorneys/attorney-list', 390);
    await editAttorney(page, 'Pieter Botha');
    await page.getByRole('button', { name: 'Edit Call', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    const box = await page.getByLabel('Cost, row 1').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390);
  });

  it('holds the rows to the rule', async () => {
    const page = await open('/home/attorneys/attorney-list');
    await editAttorney(page, 'Thabo Mokoena');
    await page.getByRole('button', { name: 'Edit Call', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const from = (row: number) => dialog.getByLabel(`From, row ${row}`).innerText();
    expect(await Promise.all([1, 2, 3, 4].map(from))).toEqual(['0', '5', '10', '15']);
    await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
    await dialog.getByLabel('To, row 1').fill('7');
    await expect.poll(() => from(2)).toBe('7');
    await dialog.getByLabel('To, row 1').fill('0');
    await dialog.getByText('Must be at least 1.').waitFor();
    await dialog.getByLabel('To, row 1').fill('10');
    await dialog.getByText('Must be at least 11.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => focused(page)).toBe('To, row 2');
    expect(await a11yViolations(page)).toEqual([]);
    for (const row of [2, 2, 2])
      await dialog.getByRole('button', { name: `Remove row ${row}` }).click();
    await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    await dialog.getByLabel('Cost, row 1').fill('-1');
    await dialog.getByText('Must be an amount in Rand with at most two decimals.').waitFor();
    await dialog.getByLabel('Cost, row 1').fill('0');
    await dialog.getByLabel('Thereafter, every (minutes)').fill('');
    await dialog.getByLabel('Thereafter, cost').fill('');
    await dialog.getByText('Calls of up to 10 minutes are free.').waitFor();
    await dialog
      .getByText('No Thereafter row: calls over 10 minutes are capped at R 0.00.')
      .waitFor();
    await dialog.locator('svg path').first().waitFor();
    expect(await a11yViolations(page)).toEqual([]);
  });
});

it('has the focus in the row that was added or is left, before the next key', async () => {
  const page = await open('/home/attorneys/attorney-list');
  await editAttorney(page, 'Thabo Mokoena');
  await page.getByRole('button', { name: 'Edit Consultation' }).click();
  const dialog = page.getByRole('dialog');
  const press = async (name: string) =>
    dialog.getByRole('button', { name, exact: true, disabled: false }).evaluate((button) => {
      button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      return document.activeElement?.getAttribute('aria-label');
    });
  expect(await press('Add')).toBe('To, row 3');
  expect(await press('Remove row 3')).toBe('To, row 2');
});

describe('the same fees for several', () => {
  deepIt('copies the fees of another attorney into the form', async () => {
    const page = await open('/home/attorneys/add-attorney');
    await page.getByRole('button', { name: 'Copy fees from…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Attorney').selectOption({ label: 'Pieter Botha' });
    await dialog.getByText('(new)').first().waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await page
      .getByText(
        'to 5 min R 71.00 · to 10 min R 142.00 · to 15 min R 213.00 · then R 35.50 each 5 min',
      )
      .waitFor();
  });

  deepIt('applies the fees to the chosen attorneys after a preview of the changes', async () => {
    const page = await open('/home/attorneys/attorney-list');
    await editAttorney(page, 'Thabo Mokoena');
    await page.getByRole('button', { name: 'Apply to others: fees of Call' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pieter Botha').check();
    await dialog.getByLabel('Johannes van der Merwe').check();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('1 of 2 will change').waitFor();
    await expect(dialog.getByRole('row', { name: /Pieter Botha/ })).toHaveText(/Fees replaced/, {
      useInnerText: true,
    });
    await expect(dialog.getByRole('row', { name: /Johannes/ })).toHaveText(
      /Inactive[\s\S]*No change/,
      { useInnerText: true },
    );
    expect(await a11yViolations(page)).toEqual([]);
    const sent = page.waitForRequest((request) => request.url().endsWith('/call-fee-changes'));
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
    const version = expect.any(Number);
    expect((await sent).postDataJSON()).toMatchObject({ expected: [{ version }, { version }] });
    await page.getByText('Call fees updated for 1 attorney.').waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await editAttorney(page, 'Pieter Botha');
    await page.getByText('to 20 min R 113.00 · longer: R 113.00').waitFor();
  });
});

it('opens no dialog of a type that was removed while its file was loading', async () => {
  const { page } = await openWindow();
  await keepNothing(page);
  const file = '**/assets/assigned-type-dialogs*';
  const loaded = await holdRequests(page, file);
  await page.clock.install();
  await signIn(page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/attorney-list');
  await editAttorney(page, 'Thabo Mokoena');
  await page.getByRole('button', { name: 'Apply to others: fees of Call' }).click();
  await page.getByRole('button', { name: 'Remove Call', exact: true }).click();
  const came = page.waitForResponse(file);
  loaded();
  await page.evaluate(`import('${(await came).url()}').then(() => undefined)`);
  await page.clock.runFor(1_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
