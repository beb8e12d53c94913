import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { changeCopies, exceptions, monthEnd, notices, recordCopies } from '../support/month-end.ts';
import { rows, reason, accept } from '../support/exceptions.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

const free = `${monthEnd}?by=code&code=ZERO`;

it('keeps the reason when one of the exceptions has changed meanwhile', async () => {
  await recordCopies({ amount: 0, quantity: 3 });
  const changing = await recordCopies({ amount: 0, quantity: 30 });
  const page = await open(free);
  await expect.poll(() => rows(page).count()).toBeGreaterThan(1);
  const before = await rows(page).count();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByText(`${before} selected`).waitFor();
  await page.getByRole('button', { name: 'Accept selected' }).click();
  await reason(page).fill('Agreed with the client');
  await changeCopies(changing, 31);
  await accept(page).click();
  await page.getByText('Nothing was accepted.').waitFor();
  const left = before === 2 ? '1 exception' : `${before - 1} exceptions`;
  await page.getByRole('dialog', { name: `Accept ${left}`, exact: true }).waitFor();
  await expect(reason(page)).toHaveValue('Agreed with the client');
  await accept(page).click();
  await notices(page).getByText(`${left} accepted.`).waitFor();
  await expect(rows(page)).toHaveCount(1);
});

it('says that accepted facts have changed', async () => {
  const entry = await recordCopies({ amount: 0, quantity: 50 });
  const page = await open(free);
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByText(/^\d+ selected/).waitFor();
  await page.getByRole('button', { name: 'Accept selected' }).click();
  await reason(page).fill('Agreed');
  await accept(page).click();
  await expect(rows(page)).toHaveCount(0);
  await changeCopies(entry, 51);
  await page.reload();
  await rows(page).getByText('Accepted before, but the facts changed.').waitFor();
});

it('opens the very entry, and reads the list again once it is corrected', async () => {
  const page = await open(free);
  await expect(rows(page)).toHaveCount(1);
  await rows(page)
    .getByRole('button', { name: /^Photocopies, / })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Photocopies on ' });
  await dialog.getByLabel('Unit price (R)').fill('12.50');
  await dialog.getByLabel('Reason').fill('They are paid for');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await notices(page).getByText('Entry corrected.').waitFor();
  await exceptions(page).getByText('No exceptions match.').waitFor();
});
