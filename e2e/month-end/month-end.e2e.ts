import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { signedIn, useApp, useVisit } from '../support/app.ts';
import { dayIn, lastDayOfMonth } from '../support/days.ts';
import { confirmClosing, previewClosing } from '../support/closing.ts';
import {
  deleteEntry,
  exceptions,
  monthEnd,
  recordCopies,
  thirdOfNextMonth,
  close,
  closeButton,
  override,
} from '../support/month-end.ts';
import { focused } from '../support/keyboard.ts';
import { holdNext, setServerTime } from '../support/network.ts';
import { callApi, readData } from '../support/wire.ts';
import { notices, savedFile, waitForIdle } from '../support/browser.ts';

const handOver = (page: Page) => page.getByRole('region', { name: 'Hand over', exact: true });
/** `October closed as Export 1 · 729 entries · …`. */
function closedAs(day: Date): RegExp {
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 0));
  const month = last.toLocaleDateString('en-ZA', { month: 'long', timeZone: 'UTC' });
  return new RegExp(`^${month} closed as Export \\d+ · [\\d\\s]+ entries · R`);
}

useApp();
const open = useVisit(demoFirmAdmins.lerato);

it('refuses to close over blocking exceptions, except for a reason, which stays', async () => {
  const coming = await recordCopies({ amount: 5, quantity: 1, date: dayIn(1) });
  const page = await open(`${monthEnd}?to=${dayIn(2)}`);
  await close(page).getByRole('link', { name: '1 blocking exception is open' }).click();
  await page.getByRole('radio', { name: 'Blocking 1', checked: true }).waitFor();
  // Until then the list above the button gets shorter, and a press on it can be lost.
  await expect(exceptions(page).getByRole('row')).toHaveCount(2);
  await closeButton(page).click();
  const confirm = confirmClosing(page);
  await override(page).waitFor();
  await expect(confirm).toBeDisabled();
  await override(page).fill('ok');
  await page.getByText('Must be at least 3 characters long.').waitFor();
  await expect(confirm).toBeDisabled();
  await override(page).fill('Booked ahead on purpose');
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  // Escape asks, and the way to the exceptions leaves the dialog.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await confirm.click();
  await close(page)
    .getByRole('link', { name: /^Export \d+$/ })
    .click();
  await page
    .getByText('Closed by Lerato Nkosi while 1 blocking exception was open: Booked ahead')
    .waitFor();
  await page.getByRole('link', { name: 'All exports' }).click();
  await page.getByText('While 1 blocking exception was open: Booked ahead on purpose').waitFor();

  const data = await readData<{ _id: string }[]>(
    demoFirmAdmins.lerato,
    '/exports?page=1&itemsPerPage=5',
  );
  const id = data[0]?._id ?? '';
  await callApi(demoFirmAdmins.lerato, 'PUT', `/exports/${id}/reopening`, { reason: 'Again' });
  await deleteEntry(coming);
});

it('says nothing of one month about another whose answer has still to come', async () => {
  await recordCopies({ amount: 6, quantity: 1 });
  const page = await open(`${monthEnd}?to=${lastDayOfMonth()}`);
  const facts = close(page).getByLabel('What would be closed');
  const consequence = close(page).getByText(/^Locks |blocking exceptions? (?:is|are) open$/);
  await consequence.waitFor();
  const held = await holdNext(page, 'POST', '**/core/api/exports');
  await page.getByRole('radio', { name: /^Last month, / }).click();
  const route = await held.route;
  await expect(consequence).toHaveCount(0);
  await expect(facts).toHaveText(/Entries\s+–\s/, { useInnerText: true });
  await expect(closeButton(page)).toBeDisabled();
  await route.fallback();
  await expect(facts).toHaveText(/Entries\s+\d/, { useInnerText: true });
});

it('goes on with the day of the server as soon as a reply tells it', async () => {
  const { page } = await signedIn(demoFirmAdmins.lerato, monthEnd, { hasClock: true });
  const blocking = exceptions(page).getByRole('radio', { name: /^Blocking / });
  await blocking.waitFor();
  await waitForIdle(page);
  // The page itself looks for a new day every half minute.
  await page.clock.pauseAt(Date.now() + 5_000);
  const lastMonth = page.getByText(/^Last month, /);
  const before = await lastMonth.innerText();
  await setServerTime(page, () => thirdOfNextMonth().getTime());
  await blocking.check();
  await expect(lastMonth).not.toHaveText(before);
});

it('comes back to the month it began with, before it is known again what is new', async () => {
  const { page } = await signedIn(demoFirmAdmins.lerato, '/home/attorneys/matters', {
    hasClock: true,
  });
  await setServerTime(page, () => thirdOfNextMonth().getTime());
  await page.getByRole('link', { name: 'Month end' }).click();
  const lastMonth = page.getByRole('radio', { name: /^Last month, /, checked: true });
  await lastMonth.waitFor();
  await waitForIdle(page);
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  // Until then what is new is not asked for again.
  await page.clock.fastForward(6_000);
  const held = await holdNext(page, 'POST', '**/core/api/exports');
  await page.goBack();
  const route = await held.route;
  await expect(lastMonth).toBeVisible();
  await expect(closeButton(page)).toBeVisible();
  const json = { code: 'nothing_to_export', message: 'No disbursements to download.' };
  await route.fulfill({ status: 404, json });
  // The month stays as it was drawn, with what is selected and typed.
  await close(page)
    .getByText(/^Nothing new up to /)
    .waitFor();
  await expect(lastMonth).toBeVisible();
});

it('closes a month on the 3rd of the next one, in two actions, and mails its file', async () => {
  const third = thirdOfNextMonth();
  const next = third.toISOString().slice(0, 7);
  await recordCopies({ amount: 7, quantity: 1, date: `${next}-01` });
  const page = await open('/home/attorneys/attorney-list');
  await setServerTime(page, () => third.getTime());
  await page.reload();
  await page.getByRole('link', { name: 'Month end' }).click();
  await page.getByRole('radio', { name: /^Last month, / }).waitFor();
  await expect(page.getByRole('radio', { name: /^Last month, / })).toBeChecked();
  await closeButton(page).click();
  // What lies open is said before anything is locked.
  const dialog = page.getByRole('dialog', { name: 'Close and export' });
  await dialog.getByText(/ (?:has|have) not completed /).waitFor();
  await confirmClosing(page).click();
  await close(page).getByText(closedAs(third)).waitFor();
  // The page goes on with the files of the closing, and not with the email below them.
  await expect.poll(() => focused(page)).toBe('4. Hand over');
  await expect(handOver(page).getByText(closedAs(third))).toBeInViewport();
  const { text } = await savedFile(
    page,
    handOver(page).getByRole('button', { name: 'CSV', exact: true }),
  );
  expect(text).not.toContain(`${next}-01`);
  expect(text.split('\r\n').length).toBeGreaterThan(200);

  await page.getByRole('textbox', { name: 'To' }).fill('books@nkosi.co.za');
  await page.getByLabel('Subject').fill('The month');
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByText('Mail sent successfully !').waitFor();
  await expect(close(page).getByText(/^Nothing new up to /)).toBeVisible();
  await expect(closeButton(page)).toHaveCount(0);
  const steps = page.getByRole('list', { name: 'Steps of the month end' });
  await expect(steps.getByRole('link', { name: /^Done: Close/ })).toBeVisible();
  await expect(steps.getByRole('link', { name: /^Done: Hand over/ })).toBeVisible();

  const data = await readData<{ isLocked: boolean; date: string }[]>(
    demoFirmAdmins.lerato,
    `/entries?from=${next}-01&page=1&itemsPerPage=5`,
  );
  expect(data).toMatchObject([{ date: `${next}-01`, isLocked: false }]);
  // This month has it, and it is left open.
  await page.getByRole('radio', { name: /^This month, / }).click();
  await expect(close(page).getByLabel('What would be closed')).toHaveText(/Entries\s+1\s/, {
    useInnerText: true,
  });
});

it('begins with this month once the last one was closed on another page', async () => {
  await recordCopies({ amount: 6, quantity: 1 });
  await recordCopies({ amount: 8, quantity: 1, date: dayIn(1) });
  const { page } = await signedIn(demoFirmAdmins.lerato, '/home/attorneys/matters');
  await setServerTime(page, () => thirdOfNextMonth().getTime());
  const go = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  await go('Month end');
  const lastMonth = page.getByRole('radio', { name: /^Last month, /, checked: true });
  await lastMonth.waitFor();
  await go('Import / Export');
  await previewClosing(page);
  await override(page).fill('Booked ahead');
  await Promise.all([page.waitForEvent('download'), confirmClosing(page).click()]);
  const held = await holdNext(page, 'POST', '**/core/api/exports');
  await go('Month end');
  const route = await held.route;
  await expect(page.getByText('Loading…')).toBeVisible();
  await expect(lastMonth).toHaveCount(0);
  await route.fallback();
  await page.getByRole('radio', { name: /^This month, /, checked: true }).waitFor();
});

deepIt('saves when attorneys are reminded', async () => {
  const page = await open(monthEnd);
  const reminders = page.getByText('Reminders by email: off');
  await reminders.waitFor();
  await page.waitForLoadState('networkidle');
  expect(await loadedFiles(page)).not.toContain('reminder-form');
  await reminders.click();
  await page.getByLabel(/^Remind attorneys/).check();
  await page.getByLabel('First reminder').selectOption('2');
  await page.getByLabel('Hour').selectOption('9');
  await page.getByRole('button', { name: 'Save reminders' }).dblclick();
  const saved = 'from 2 working days before the last one, at 09:00';
  await notices(page).getByText(`Reminders saved: ${saved}.`).waitFor();
  await page.reload();
  await page.getByText(`Reminders by email: ${saved}`).click();
  await expect(page.getByLabel('First reminder')).toHaveValue('2');
});

deepIt('asks before the link to blocking exceptions discards a typed reason', async () => {
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

deepIt('shows the month that was chosen last, however closely the choices follow', async () => {
  const page = await open(`${monthEnd}?to=${lastDayOfMonth()}`);
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

deepIt('says that a mail was sent beside the export that it carried alone', async () => {
  await recordCopies({ amount: 3, quantity: 1, date: dayIn(0) });
  const { page } = await signedIn(demoFirmAdmins.lerato, monthEnd, { hasClock: true });
  const choose = async (month: string) =>
    page.getByRole('radio', { name: new RegExp(`^${month} month, `) }).click();
  await choose('This');
  await closeButton(page).click();
  await confirmClosing(page).click();
  await page.getByRole('textbox', { name: 'To' }).fill('books@nkosi.co.za');
  await page.getByRole('button', { name: 'Send Mail' }).click();
  await page.getByText('Mail sent successfully !').waitFor();
  await recordCopies({ amount: 4, quantity: 1, date: dayIn(0) });
  // Until then what is new is not asked for again.
  await page.clock.fastForward(6_000);
  await choose('Last');
  await choose('This');
  await closeButton(page).click();
  await confirmClosing(page).click();
  // Until then the button cancels the closing.
  await page.getByRole('textbox', { name: 'To' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('This export has not been emailed.').waitFor();
  await expect(page.getByText('Mail sent successfully !')).toHaveCount(0);
});

/** Names of scripts, without their hashes. */
async function loadedFiles(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name.replace(/^.*\/|-[\w-]{8}\.js$/g, '')),
  );
}
