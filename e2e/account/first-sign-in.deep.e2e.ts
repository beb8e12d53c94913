import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { waitForIdle } from '../support/idle.ts';
import { asSystemAdmin, call, outbox } from '../support/firms.ts';
import { browser, recoup, useApp } from '../support/app.ts';

useApp();

async function idOf(reply: Promise<{ text: string }>): Promise<string> {
  // The contract's reply.
  return (JSON.parse((await reply).text) as { data: { _id: string } }).data._id;
}

const renewals = (page: Page) => {
  const seen: string[] = [];
  page.on(
    'request',
    (request) => request.url().endsWith('/first-sign-in') && seen.push(request.method()),
  );
  return seen;
};

it('mails one new invitation to a firm admin for two presses of Enter', async () => {
  const { page, consoleErrors, end } = await asSystemAdmin(browser, recoup, {
    path: '/home/firms',
  });
  const firm = await idOf(
    call(page, 'POST', '/firms', { name: 'Invited Inc', domains: ['invited.co.za', '', ''] }),
  );
  const person = { role: 1, firm, email: 'lindiwe@invited.co.za', cell: '0825550178' };
  const admin = await idOf(call(page, 'POST', '/register', person));
  expect((await call(page, 'PUT', `/firms/${firm}`, { admin })).status).toBe(200);
  await page.goto(`${recoup.url}/home/firms?search=Invited`);
  await page.getByRole('link', { name: /^lindiwe@invited/ }).click();
  await page.getByText(/^No password chosen yet\. The invitation works until /).waitFor();
  const sent = renewals(page);
  const button = page.getByRole('button', { name: 'Send a new invitation' });
  // The first one is under way until the second has been pressed.
  let letGo = () => {};
  const pressed = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/first-sign-in', async (route) => pressed.then(async () => route.continue()));
  await button.evaluate((element: HTMLElement) => {
    element.focus();
    element.click();
    element.click();
  });
  await page.keyboard.press('Enter');
  letGo();
  await page.getByText('The invitation to lindiwe@invited.co.za is on its way.').waitFor();
  await waitForIdle(page);
  expect(sent).toEqual(['PUT']);
  const mails = async () =>
    (await outbox(recoup, '.eml')).filter((mail) => mail.includes('lindiwe@invited.co.za')).length;
  // The first one is a minute young: the same invitation again.
  await expect.poll(mails, { timeout: 10_000 }).toBe(1);
  await expect(button).toBeFocused();
  expect(consoleErrors).toEqual([]);
  await end();
});
