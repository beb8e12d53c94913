import { describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { editAttorney } from '../support/attorney-form.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

describe('the call-fee modal', () => {
  it('loads the rows of a type that is configured, and replaces them, with a history', async () => {
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
        /^From\s.*now\s+up\sto\s15\smin\sR\s300.00[\s\S]*by\sLerato\sNkosi/,
        /^Until\s.*\s+up\sto\s15\smin\sR\s262.50/,
      ],
      { useInnerText: true },
    );
  });

  it('fits a phone', async () => {
    const page = await open('/home/attorneys/attorney-list', 390);
    await editAttorney(page, 'Pieter Botha');
    await page.getByRole('button', { name: 'Edit Call', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    const box = await page.getByLabel('Cost, row 1').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390);
  });
});

describe('the same fees for several', () => {
  it('copies the fees of another attorney into the form', async () => {
    const page = await open('/home/attorneys/add-attorney');
    await page.getByRole('button', { name: 'Copy fees from…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Attorney').selectOption({ label: 'Pieter Botha' });
    await dialog.getByText('(new)').first().waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await page
      .getByText(
        'up to 5 min R 71.00, up to 10 min R 142.00, up to 15 min R 213.00, then R 35.50 per 5 min',
      )
      .waitFor();
  });
});
