import { test } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { focused, tabTo } from '../support/keyboard.ts';
import {
  countRaises,
  feesPage,
  nextMarch,
  openRaise,
  pricesFrom,
  raiseButton,
  raiseDialog,
} from '../support/raise.ts';

useApp();
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const thabo = demoAttorneys.thabo.name;
const year = Number(nextMarch.slice(0, 4));

test('raises all fees by 6 % from 1 March to the next R 1, and takes it back', async () => {
  const page = await open(feesPage);
  const raises = countRaises(page);
  const dialog = await openRaise(page);
  await expect.poll(() => focused(page)).toMatch(/^Percent/);
  await dialog.getByLabel('Percent').fill('6');
  await dialog.getByLabel('Valid from').fill(nextMarch);
  await dialog.getByLabel('Round to').selectOption({ label: 'R\u00A01' });
  await dialog.getByLabel('Always up').check();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await preview.getByText('+6.11 % to +6.39 %', { exact: true }).waitFor();
  await expect(preview.getByRole('status')).toContainText(
    'Preview: 5 attorneys, 2 types, +6.11 % to +6.39 %. The last three months would have been R',
  );
  const row = dialog.getByRole('row', { name: `${thabo} Call` });
  await expect(row).toHaveText(/Up\sto\s5\smin\s+R\s33.00\s→\s+becomes\s+R\s35.00\s+\+6.06\s%/, {
    useInnerText: true,
  });
  expect(await a11yViolations(page)).toEqual([]);
  await raiseButton(page).dblclick();
  await dialog.waitFor({ state: 'detached' });
  const notice = page.getByRole('status').filter({ hasText: 'Fees raised by 6' });
  await notice.waitFor();
  expect(raises()).toBe(1);
  expect(await pricesFrom(lerato, thabo, nextMarch)).toEqual([35, 70, 105, 120, 0]);
  const line = page.getByRole('row').filter({ hasText: `+6\u00A0% from 1\u00A0Mar\u00A0${year}` });
  await expect(line).toHaveText(/R\s1,\salways\sup[\s\S]*Lerato\sNkosi[\s\S]*Planned/, {
    useInnerText: true,
  });
  await notice.getByRole('button', { name: 'Take back' }).click();
  await line.getByText(/^Taken back on .* by Lerato Nkosi$/).waitFor();
  expect(await pricesFrom(lerato, thabo, nextMarch)).toBeUndefined();
});

deepIt('does the same by keyboard alone; only the button saves, and only once', async () => {
  const page = await open(feesPage);
  const raises = countRaises(page);
  await page.getByRole('button', { name: 'Raise fees' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^Percent/);
  await page.keyboard.press('Enter');
  await raiseDialog(page).getByText('Please enter a percentage.').waitFor();
  await page.keyboard.type('6,0');
  await page.keyboard.press('Tab');
  await page.keyboard.type(`0301${year}`);
  await tabTo(page, 'Round to');
  await tabTo(page, 'Nearest');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('Always up');
  // Enter in a field shows the preview, however often it is pressed.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await raiseDialog(page).getByText('+6.11 % to +6.39 %', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  expect(raises()).toBe(0);
  await tabTo(page, 'Raise fees');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await raiseDialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Raise fees');
  expect(raises()).toBe(1);
  expect(await pricesFrom(lerato, thabo, nextMarch)).toEqual([35, 70, 105, 120, 0]);
  await tabTo(page, `Take back +6\u00A0% from 1\u00A0Mar\u00A0${year}`);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Take back this fee change?' });
  await question.getByText(/10.call fees are again as before it/).waitFor();
  await tabTo(page, 'Take back');
  // It rests for a moment, against the second press of what opened the dialog.
  await question.getByRole('button', { name: 'Take back', disabled: false }).waitFor();
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Fee changes');
  expect(await pricesFrom(lerato, thabo, nextMarch)).toBeUndefined();
});
