import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { savedFile } from '../support/browser.ts';
import { dayIn, lastDayOfMonth } from '../support/days.ts';
import { waitForIdle } from '../support/idle.ts';
import { confirmClosing } from '../support/closing.ts';
import { deleteEntry, monthEnd, recordCopies } from '../support/month-end.ts';
import { closeButton, override } from '../support/month-end-page.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

it('asks before the link to blocking exceptions discards a typed reason', async () => {
  const coming = await recordCopies({ amount: 5, quantity: 1, date: dayIn(1) });
  const page = await open(`${monthEnd}?to=${dayIn(2)}`);
  const link = page.getByRole('dialog').getByRole('link', { name: /^See (?:it|them)$/ });
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await closeButton(page).click();
  await override(page).fill('Booked ahead on purpose');
  await link.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(override(page)).toHaveValue('Booked ahead on purpose');
  await link.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/level=block/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Without a reason there is nothing to ask about.
  await closeButton(page).click();
  await link.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await deleteEntry(coming);
});

it('shows the month that was chosen last, however closely the choices follow', async () => {
  const page = await open(monthEnd);
  const month = page.getByRole('region', { name: 'Month', exact: true });
  await month.getByRole('radio', { name: /^This month, /, checked: true }).waitFor();
  await month.evaluate((region) => {
    const [current, last] = region.querySelectorAll<HTMLInputElement>('input[type=radio]');
    last?.click();
    current?.click();
  });
  await page.waitForURL(/to=/);
  await month.getByRole('radio', { name: /^This month, /, checked: true }).waitFor();
  await waitForIdle(page);
  await expect.poll(() => new URL(page.url()).searchParams.get('to')).toBe(lastDayOfMonth());
});

it('says that a mail was sent beside the export that it carried alone', async () => {
  await recordCopies({ amount: 3, quantity: 1, date: dayIn(0) });
  const page = await open(monthEnd);
  const choose = async (month: string) =>
    page.getByRole('radio', { name: new RegExp(`^${month} month, `) }).click();
  await choose('This');
  await closeButton(page).click();
  await savedFile(page, confirmClosing(page));
  await page.getByRole('textbox', { name: 'To' }).fill('books@nkosi.co.za');
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByText('Mail sent successfully !').waitFor();
  await recordCopies({ amount: 4, quantity: 1, date: dayIn(0) });
  await choose('Last');
  await choose('This');
  await closeButton(page).click();
  await savedFile(page, confirmClosing(page));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Not emailed.').waitFor();
  await expect(page.getByText('Mail sent successfully !')).toHaveCount(0);
});
