import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { signedIn, useApp, useVisit } from '../support/app.ts';
import { dayIn } from '../support/days.ts';
import { callApi, closeExport, recordCall, recordEntry, readData } from '../support/wire.ts';
import { notices } from '../support/browser.ts';

useApp();
const notice = (page: Page, text: string | RegExp) => notices(page).getByText(text).waitFor();
const dialog = (page: Page) => page.getByRole('dialog');
const links = (page: Page) => dialog(page).getByRole('list', { name: 'Corrections' });
const { thabo } = demoAttorneys;
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const entries = '/home/attorneys/entries';

type Line = { amount: number; minutes: number; narration: string };
const linesOf = async (narration: string) => {
  const data = await readData<Line[]>(lerato, `/entries?search=${narration}`);
  return data.map(({ amount, minutes }) => ({ amount, minutes }));
};

it('lets an attorney take back a locked call by the keyboard, and undo that', async () => {
  await recordCall(thabo, 'Backwards');
  await closeExport(lerato);
  const { page, consoleErrors } = await signedIn(thabo, '/home/entries', { width: 390 });
  await page.getByRole('button', { name: /Backwards.*exported/ }).click();
  const summary = dialog(page).getByText('Reverse this entry');
  await summary.focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Reverse', exact: true }).click();
  await dialog(page).getByText('Enter a reason.').waitFor();
  await dialog(page).getByLabel('Reason').fill('No');
  await dialog(page).getByRole('button', { name: 'Reverse', exact: true }).click();
  await dialog(page).getByText('Enter a reason of at least three letters.').waitFor();
  const facts = dialog(page).getByLabel('This entry');
  await expect(facts).toHaveText(/Minutes\s+7[^]*Narration\s+Backwards/, { useInnerText: true });
  await dialog(page).getByLabel('Reason').fill('Another client');
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  // What was typed is kept until it is given up.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await dialog(page).getByRole('button', { name: 'Reverse', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Reverse this entry?' });
  await question.getByText(/^Call on \S+ of \d+\s\w+\s\d{4}, R\s[\d.]+: a new entry/).waitFor();
  await question.getByRole('button', { name: 'Reverse' }).dblclick();
  await notice(page, 'Entry reversed.');
  const [reversal, original] = await linesOf('Backwards');
  expect(reversal).toEqual({ amount: -(original?.amount ?? 0), minutes: -7 });
  await page.getByRole('button', { name: /Backwards.*reversal/ }).click();
  await links(page)
    .getByText(/^Takes back R\s.*, in export \d+\. Reason: Another client/)
    .waitFor();
  await links(page).getByRole('button', { name: /^Show/ }).click();
  await links(page)
    .getByText(/^Reversed by −R\s.*, not exported yet\. Reason: Another client/)
    .waitFor();
  await expect(dialog(page).getByText('Reverse this entry')).toHaveCount(0);
  await links(page).getByRole('button', { name: /^Show/ }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await notice(page, /^Call on .* deleted\./);
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.poll(async () => (await linesOf('Backwards')).length).toBe(1);
  expect(consoleErrors).toEqual([]);
});

it('warns of a day that an export closed, and keeps the day of a replacement', async () => {
  await recordEntry(thabo, 'Call', { minutes: 7, narration: 'Long ago', date: dayIn(-3) });
  const number = await closeExport(lerato);
  const page = await open(`${entries}?search=Long`);
  await page.getByRole('button', { name: /^View: Call/ }).click();
  await dialog(page).getByText('Reverse this entry').click();
  await dialog(page).getByRole('button', { name: 'Reverse and replace' }).click();
  const form = page.getByRole('dialog', { name: /^Replace Call on / });
  const warning = form.getByText(`Export ${number} closed all days up to `);
  await form.getByLabel('Minutes').fill('8');
  await expect(warning).toHaveCount(0);
  await form.getByLabel('Date').fill(dayIn(-2));
  await warning.waitFor();
  await form.getByLabel('Date').fill(dayIn(0));
  await expect(warning).toHaveCount(0);
  await form.getByLabel('Reason').fill('It took longer');
  await form.getByLabel('Reason').press('Enter');
  await notice(page, 'Entry reversed and replaced.');
  await page.getByRole('button', { name: /^Correct: Call/ }).click();
  const day = dialog(page).getByLabel('Date');
  await expect(day).toBeDisabled();
  await expect(day).toHaveValue(dayIn(0));
  await expect(day).toHaveAccessibleDescription(/That of its reversal\./);
  await dialog(page).getByLabel('Minutes').fill('9');
  await dialog(page).getByLabel('Reason').fill('Longer still');
  await dialog(page).getByLabel('Reason').press('Enter');
  await notice(page, 'Entry corrected.');
});

deepIt('lets a firm admin record the right entry in the place of a locked one', async () => {
  await recordCall(thabo, 'Twice');
  await closeExport(lerato);
  const page = await open(`${entries}?search=Twice`);
  await page.getByRole('button', { name: /^View: Call/ }).click();
  await dialog(page).getByText('Reverse this entry').click();
  await dialog(page).getByRole('button', { name: 'Reverse and replace' }).click();
  const form = page.getByRole('dialog', { name: /^Replace Call on / });
  await expect(form.getByLabel('Minutes')).toHaveValue('7');
  await form.getByLabel('Minutes').fill('12');
  // The price moves the button.
  await form.getByText('R 99.00: over 10, up to 15 min.').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Enter a reason.').waitFor();
  await form.getByLabel('Reason').fill('It took longer');
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await form.getByLabel('Minutes').press('Enter');
  await notice(page, 'Entry reversed and replaced.');
  expect((await linesOf('Twice')).map(({ minutes }) => minutes).toSorted((a, b) => a - b)).toEqual([
    -7, 7, 12,
  ]);
  await page.getByRole('row', { name: /replacement/ }).waitFor();
  await page.getByRole('row', { name: /reversal.*−7/ }).waitFor();
  await page.getByRole('button', { name: /^Correct: Call/ }).click();
  await expect(links(page).getByText(/^Takes the place of R\s/)).toBeVisible();
});

it('proposes today and the day of the call, whose prices the replacement gets', async () => {
  const date = dayIn(-3);
  const { _id } = await recordEntry(thabo, 'Call', { minutes: 7, narration: 'Miscounted', date });
  await closeExport(lerato);
  const page = await open(`${entries}?search=Miscounted`);
  await page.getByRole('button', { name: /^View: Call/ }).click();
  await dialog(page).getByText('Reverse this entry').click();
  await dialog(page).getByRole('button', { name: 'Reverse and replace' }).click();
  const form = page.getByRole('dialog', { name: /^Replace Call on / });
  await expect(form.getByLabel('Date')).toHaveValue(dayIn(0));
  await expect(form.getByLabel('Happened on')).toHaveValue(date);
  await form.getByLabel('Happened on').fill(dayIn(1));
  await form.getByLabel('Minutes').fill('12');
  await form.getByLabel('Reason').fill('It took longer');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText(/^Must not be after /).waitFor();
  await form.getByLabel('Happened on').fill(date);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await notice(page, 'Entry reversed and replaced.');
  await page.getByRole('row', { name: /happened on .*replacement/ }).waitFor();
  const data = await readData<{ replaces?: string; date: string; happenedOn?: string }[]>(
    lerato,
    '/entries?search=Miscounted',
  );
  expect(data.find(({ replaces }) => replaces === _id)).toMatchObject({
    date: dayIn(0),
    happenedOn: date,
  });
  await page.getByRole('button', { name: /^Correct: Call/ }).click();
  await dialog(page)
    .getByText(/^It happened on .*, whose prices count\.$/)
    .waitFor();
});

deepIt('shows an entry that was reversed elsewhere as it has become', async () => {
  const { _id } = await recordCall(thabo, 'Elsewhere');
  await closeExport(lerato);
  const page = await open(`${entries}?search=Elsewhere`);
  await page.getByRole('button', { name: /^View: Call/ }).click();
  await dialog(page).getByText('Reverse this entry').click();
  await dialog(page).getByLabel('Reason').fill('Another client');
  await callApi(thabo, 'POST', `/entries/${_id}/reversal`, { reason: 'Not ours' });
  await dialog(page).getByRole('button', { name: 'Reverse', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Reverse this entry?' });
  await question.getByRole('button', { name: 'Reverse' }).click();
  await notice(page, 'This entry was reversed already.');
  await expect(links(page).getByText(/^Reversed by .*Reason: Not ours/)).toBeVisible();
  await expect(dialog(page).getByText('Reverse this entry')).toHaveCount(0);
});
