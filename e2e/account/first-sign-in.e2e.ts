import type { Locator, Page } from 'playwright-core';
import { test } from 'vitest';
import { systemAdmin } from '../support/recoup.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { clickTwiceAt, focused } from '../support/keyboard.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { sentMails } from '../support/outbox.ts';
import { logon, openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { signInByForm, waitForIdle } from '../support/browser.ts';
import { deepIt, expect } from '../support/test.ts';
import { holdRequests } from '../support/network.ts';
import { postData, readMe, callApi } from '../support/wire.ts';

useApp();

type Made = { _id: string };

const renewals = (page: Page) => {
  const seen: string[] = [];
  page.on(
    'request',
    (request) => request.url().endsWith('/first-sign-in') && seen.push(request.method()),
  );
  return seen;
};

/** The second tap of a double tap on what opened the dialog may fall on its Done. */
function pressDoneAtOnce(): void {
  const observer = new MutationObserver(() => {
    const done = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Done',
    );
    if (!done) return;
    observer.disconnect();
    done.click();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Each way out but Done asks, and says that the password is not shown again. */
async function expectKept(page: Page, dialog: Locator): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Close without a copy?' });
  // A click outside counts once Done does.
  await dialog.getByRole('button', { name: 'Done', disabled: false }).waitFor();
  const ways = [
    () => clickTwiceAt(page, { x: 3, y: 3 }, 'Stay'),
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ];
  for (const leave of ways) {
    await expect.poll(async () => (await question.count()) > 0 || leave()).toBe(true);
    await question.getByText('The initial password is not shown again.').waitFor();
    // The second Enter of the same press stays.
    await expect.poll(() => focused(page)).toBe('Stay');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await expect(dialog).toHaveCount(1);
  }
}

test('makes one initial password for a double tap on a phone, and keeps it shown', async () => {
  const { page, consoleErrors } = await openWindow({ width: 390, colorScheme: 'dark' });
  await signInByForm(page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys');
  const email = 'landline@nkosi.co.za';
  const { firm } = await readMe(demoFirmAdmins.lerato);
  const person = {
    role: 0,
    firm: firm._id,
    name: 'Sipho Landline',
    email,
    cell: '0115550177',
    password: 'paper-lion-station-18',
  };
  const { _id } = await postData<Made>(demoFirmAdmins.lerato, '/register', person);
  await page.goto(`${recoup.url}/home/attorneys/update-attorney?attorneyId=${_id}`);
  await page.getByText(/^No password chosen yet\. The initial password works until /).waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const sent = renewals(page);
  await page.evaluate(pressDoneAtOnce);
  await page.getByRole('button', { name: 'New initial password' }).dblclick();
  const dialog = page.getByRole('dialog', { name: 'Initial password' });
  await dialog.waitFor();
  // The Enter of a user who pressed the button by keyboard comes twice too.
  await page.keyboard.press('Enter');
  const shown = dialog.getByLabel('Initial password', { exact: true }).last();
  const password = (await shown.textContent()) ?? '';
  expect([sent, password]).toEqual([
    ['PUT'],
    expect.stringMatching(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/),
  ]);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await logon({ email, password })).toEqual(expect.any(String));
  await expectKept(page, dialog);
  await dialog.getByRole('button', { name: /^(?:Copy|Copied)$/ }).click();
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain(password);
  // Nothing was typed: the form is left without a question.
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL('**/attorney-list');
  expect(consoleErrors).toEqual([]);
});

deepIt('mails one new invitation to a firm admin for two presses of Enter', async () => {
  const { page, consoleErrors } = await signedIn(systemAdmin, '/home/firms');
  const input = { name: 'Invited Inc', domains: ['invited.co.za', '', ''] };
  const { _id: firm } = await postData<Made>(systemAdmin, '/firms', input);
  const person = { role: 1, firm, email: 'lindiwe@invited.co.za', cell: '0825550178' };
  const { _id: admin } = await postData<Made>(systemAdmin, '/register', person);
  await callApi(systemAdmin, 'PUT', `/firms/${firm}`, { admin });
  await page.goto(`${recoup.url}/home/firms?search=Invited`);
  await page.getByRole('link', { name: /^lindiwe@invited/ }).click();
  await page.getByText(/^No password chosen yet\. The invitation works until /).waitFor();
  const sent = renewals(page);
  const button = page.getByRole('button', { name: 'Send a new invitation' });
  // The first one is under way until the second has been pressed.
  const letGo = await holdRequests(page, '**/first-sign-in');
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
  const mails = async () => (await sentMails(recoup, 'lindiwe@invited.co.za')).length;
  // The first one is a minute young: the same invitation again.
  await expect.poll(mails).toBe(1);
  await expect(button).toBeFocused();
  expect(consoleErrors).toEqual([]);
});
