import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, useApp } from '../support/app.ts';
import { passTime, undo, watchWrites } from '../support/undo.ts';
import { callApi } from '../support/wire.ts';

useApp();

const counted = async (page: Page) =>
  Number((await page.locator('output', { hasText: / entries, R/ }).innerText()).match(/^\d+/)?.[0]);
const turnTo = (page: Page, number: number) =>
  page.getByRole('button', { name: `Page ${number}`, exact: true }).click();

async function deleteFirst(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Correct: / })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Recorded twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await undo(page).waitFor();
}

it('leaves an entry out of the count on every page, before and after it is deleted', async () => {
  const { page } = await asAdmin('/home/attorneys/entries?size=5');
  await page.getByRole('button', { name: 'Page 2' }).waitFor();
  const before = await counted(page);
  await page.clock.install();
  const writes = watchWrites(page);
  await deleteFirst(page);
  await expect.poll(() => counted(page)).toBe(before - 1);
  await turnTo(page, 2);
  await page.waitForURL(/page=2/);
  await page.getByText(`6–10 of ${before - 1}`, { exact: true }).waitFor();
  await expect.poll(() => counted(page)).toBe(before - 1);
  expect(writes).toEqual([]);
  await undo(page).click();
  await expect.poll(() => counted(page)).toBe(before);
  await turnTo(page, 1);
  await page.getByText(`1–5 of ${before}`, { exact: true }).waitFor();
  await deleteFirst(page);
  await turnTo(page, 2);
  await page.getByText(`6–10 of ${before - 1}`, { exact: true }).waitFor();
  await page.mouse.move(0, 0);
  await passTime(page);
  const total = async () =>
    (await callApi<{ count: number }>(demoFirmAdmins.lerato, 'GET', '/entries')).count;
  await expect.poll(total).toBe(before - 1);
  await turnTo(page, 3);
  await page.getByText(`11–15 of ${before - 1}`, { exact: true }).waitFor();
  await turnTo(page, 2);
  await page.getByText(`6–10 of ${before - 1}`, { exact: true }).waitFor();
  await expect.poll(() => counted(page)).toBe(before - 1);
});
