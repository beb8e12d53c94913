import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoOffice } from '../../apps/server/src/seeds/demo-people.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import { signIn, visit } from '../support/browser.ts';
import { escapeFrom } from '../support/keyboard.ts';

useApp();
const { precious } = demoOffice;

it('saves a stopped call only once the prices of its attorney are there', async () => {
  const { page, consoleErrors, end } = await visit(browser, { width: 390 });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/core/api/recording-for/*', async (route) => {
    await answered;
    await route.continue();
  });
  await signIn(page, recoup.url, precious, '/home/entries');
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  const save = page.getByRole('button', { name: 'Save the call' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  answer();
  await expect(save).not.toHaveAttribute('aria-disabled');
  await save.click();
  await escapeFrom(page.getByRole('dialog', { name: 'Save the call' }));
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(consoleErrors).toEqual([]);
  await end();
});
