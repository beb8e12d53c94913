import { describe, it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import {
  boxes,
  bar,
  dialog,
  press,
  chooseMatter,
  rowWithNumbers,
} from '../support/bulk-corrections.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

const at = '/home/attorneys/entries';

describe('entries that are corrected together', () => {
  it('get another matter after a preview, and their own one back by Undo', async () => {
    const page = await open(at);
    await boxes(page).first().waitFor();
    const before = await rowWithNumbers(page);
    await boxes(page).first().focus();
    await page.keyboard.press('Space');
    await boxes(page).nth(1).check();
    await expect(bar(page)).toContainText('2 selected');
    await press(page, 'Correct together');
    await chooseMatter(page, 'NP0009');
    await dialog(page)
      .getByText(/^2 entries change\. The total stays R/)
      .waitFor();
    await dialog(page).getByLabel('Reason').fill('Wrong file');
    await dialog(page).getByRole('button', { name: 'Correct', exact: true }).click();
    await page.getByText('2 entries corrected.').waitFor();
    await expect(dialog(page)).toHaveCount(0);
    await expect(bar(page)).toHaveCount(0);
    // The bar is gone: the keyboard goes on within the list.
    await expect
      .poll(() => page.evaluate(() => document.activeElement === document.body))
      .toBe(false);
    await expect.poll(async () => (await rowWithNumbers(page)).join()).toContain('NP0009');
    await press(page, 'Undo');
    await page.getByText('2 entries are as before the correction.').waitFor();
    await expect.poll(() => rowWithNumbers(page)).toEqual(before);
  });

  deepIt('leave the list in sight on a phone, below a bar of one line', async () => {
    const page = await open(at, 390);
    await boxes(page).first().check();
    await expect(bar(page)).toContainText('1 selected');
    const height = async () => (await bar(page).boundingBox())?.height ?? 0;
    await expect.poll(height).toBeLessThan(56);
    await press(page, 'Select all that match');
    await expect(bar(page)).toHaveText(/^\d{2,} selected/, { useInnerText: true });
    await expect.poll(height).toBeLessThan(56);
    await press(page, 'Clear selection');
    await expect(bar(page)).toHaveCount(0);
  });

  deepIt('name what prevents the correction first, and leave it out', async () => {
    const page = await open(`${at}?size=20`);
    await boxes(page).first().waitFor();
    for (const box of await boxes(page).all()) await box.check();
    await press(page, 'Correct together');
    await dialog(page).getByLabel('Disbursement type').selectOption('Consultation');
    const refused = dialog(page).getByRole('alert');
    await refused.getByText(/cannot be corrected, so that nothing can be saved\.$/).waitFor();
    const save = dialog(page).getByRole('button', { name: 'Correct', exact: true });
    await expect(save).toBeDisabled();
    expect(await a11yViolations(page)).toEqual([]);
    await refused.getByRole('button', { name: /^Leave out / }).click();
    await expect(refused).toHaveCount(0);
  });
});
