import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { dayIn } from '../support/days.ts';
import { changeCopies, notices, recordCopies } from '../support/month-end.ts';
import { panel, lines, acceptSelected, openPage, attorney } from '../support/own-month.ts';

// What an attorney does before the month is closed, on a phone.
useApp();
const open = useVisit(attorney, 390);

it('accepts what has changed meanwhile with the same reason', async () => {
  const entry = await recordCopies({ amount: 0, quantity: 20 });
  const page = await openPage(open, / warnings? up to /);
  const free = lines(page).filter({ hasText: 'Costs nothing' });
  await free.getByRole('checkbox', { name: /^Select: Costs nothing/ }).check();
  await acceptSelected(page).click();
  const dialog = page.getByRole('dialog', { name: 'Accept 1 exception' });
  await dialog.getByLabel('Reason').fill('Agreed before');
  await changeCopies(entry, 21);
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await dialog.getByText('Nothing was accepted.').waitFor();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Agreed before');
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await notices(page).getByText('1 exception accepted.').waitFor();
});

it('cannot accept what blocks', async () => {
  await recordCopies({ amount: 5, quantity: 1, date: dayIn(1) });
  const page = await open('/home/entries');
  const isOtherMonth = dayIn(1).slice(0, 7) !== dayIn(0).slice(0, 7);
  await panel(page).getByRole('button', { name: 'Show' }).click();
  const future = lines(page).filter({ hasText: 'Day in the future' });
  await expect(future).toHaveCount(isOtherMonth ? 0 : 1);
  await expect(future.getByRole('checkbox')).toHaveCount(0);
});
