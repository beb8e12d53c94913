import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { recoup, useApp, useVisit } from '../support/app.ts';
import { lastDayOfMonth } from '../support/days.ts';
import { tabTo } from '../support/keyboard.ts';
import { changeCopies, monthEnd, recordCopies, exceptions } from '../support/month-end.ts';
import { changeAnswers, holdRequests } from '../support/network.ts';
import { notices } from '../support/browser.ts';

useApp();
const rows = (page: Page) => exceptions(page).getByRole('row').filter({ hasText: 'Costs nothing' });
const reason = (page: Page) => page.getByRole('dialog').getByLabel('Reason');
const accept = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true });
const open = useVisit(demoFirmAdmins.lerato);
// Days of a new month are not in the last one, with which month end then begins.
const free = `${monthEnd}?to=${lastDayOfMonth()}&by=code&code=ZERO`;
const boxes = (page: Page) => rows(page).getByRole('checkbox');

it('accepts several for one reason, takes back, and opens again what has changed', async () => {
  const [one] = [
    await recordCopies({ amount: 0, quantity: 1 }),
    await recordCopies({ amount: 0, quantity: 2 }),
  ];
  const page = await open(free);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByText('2 selected').waitFor();
  // The second tap of a double tap accepts nothing, and Escape loses no reason unasked.
  await page.getByRole('button', { name: 'Accept selected' }).dblclick();
  await page.getByRole('dialog', { name: 'Accept 2 exceptions' }).waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await accept(page).click();
  await page.getByText('Enter a reason.').waitFor();
  await reason(page).fill('Copies for the client, agreed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await accept(page).dblclick();
  await notices(page).getByText('2 exceptions accepted.').waitFor();
  await expect(rows(page)).toHaveCount(0);

  await page.getByLabel('Accepted').click();
  await rows(page)
    .first()
    .getByText(/^Accepted by Lerato Nkosi, .*: Copies for the/)
    .waitFor();
  await rows(page).filter({ hasText: 'Accepted by' }).nth(1).waitFor();
  await page
    .getByRole('button', { name: /^Undo: / })
    .last()
    .click();
  await expect(rows(page)).toHaveCount(1);

  await changeCopies(one, 7);
  await page.reload();
  await page.getByLabel('Open', { exact: true }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(0);
});

it('selects all of the chosen filter only, also when its answer comes late', async () => {
  await recordCopies({ amount: 0, quantity: 5 });
  const page = await open(free);
  await rows(page).first().waitFor();
  const release = await holdRequests(page, '**/core/api/exceptions?*', (request) =>
    new URL(request.url()).searchParams.has('itemsPerPage', '100'),
  );
  const selectAll = page.getByRole('button', { name: 'Select all' });
  await selectAll.click();
  await expect(selectAll).toHaveAttribute('aria-busy', 'true');
  await page.getByRole('list', { name: 'Kinds' }).getByRole('button', { name: /^All/ }).click();
  await expect(rows(page).first()).toBeVisible();
  release();
  await expect(selectAll).not.toHaveAttribute('aria-busy');
  await expect(page.getByText(/^\d+ selected/)).toHaveCount(0);
  await expect(exceptions(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
});

deepIt('is worked by keyboard alone', async () => {
  await recordCopies({ amount: 0, quantity: 80 });
  const page = await open(free);
  await boxes(page).first().waitFor();
  const name = (await boxes(page).first().getAttribute('aria-label')) ?? '';
  await page.getByRole('heading', { name: '1. Check' }).focus();
  await tabTo(page, name);
  await page.keyboard.press('Space');
  await tabTo(page, 'Accept selected');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('By keyboard');
  await tabTo(page, 'Accept');
  await page.keyboard.press('Enter');
  await expect(notices(page).getByText('1 exception accepted.')).toBeVisible();
});

it('begins on a phone with the first exception, and opens its filters by a button', async () => {
  await recordCopies({ amount: 0, quantity: 4 });
  const page = await open(monthEnd, 390);
  const first = exceptions(page).getByRole('checkbox').first();
  await expect(first).toBeInViewport();
  const level = page.getByRole('group', { name: 'Level' });
  await expect(level).toBeHidden();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await level.getByLabel(/^Warnings/).click();
  await expect(page.getByRole('button', { name: 'Filter: Warnings' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(level).toBeVisible();
  await expect(page.getByRole('button', { name: /^Filter/ })).toBeHidden();
});

deepIt('keeps a count beside a long name in one piece', async () => {
  const page = await open('/home/attorneys/attorney-list');
  const attorney = { _id: 'a', name: 'Wolfeschlegelsteinhausen'.repeat(3) };
  const groups = [{ code: 'ZERO', level: 'warn', attorney, open: 725, accepted: 0 }];
  await changeAnswers<object>(page, '**/core/api/exceptions?*', (all) => ({ ...all, groups }));
  await page.goto(recoup.url + monthEnd);
  const group = page.getByRole('list', { name: 'Persons' }).getByRole('button').last();
  await group.waitFor();
  const lines = await group.getByText('725', { exact: true }).evaluate((count) => {
    const range = document.createRange();
    range.selectNodeContents(count);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

deepIt('keeps the reason when one of the exceptions has changed meanwhile', async () => {
  await recordCopies({ amount: 0, quantity: 3 });
  const changing = await recordCopies({ amount: 0, quantity: 30 });
  const page = await open(free);
  await expect.poll(() => rows(page).count()).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Select all' }).click();
  // Those of all pages.
  const before = Number.parseInt(await page.getByText(/^\d+ selected/).innerText(), 10);
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

deepIt('says that accepted facts have changed', async () => {
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

deepIt('opens the very entry, and reads the list again once it is corrected', async () => {
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
