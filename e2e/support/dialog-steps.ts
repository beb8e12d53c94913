import type { Locator, Page } from 'playwright-core';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { waitForIdle } from './browser.ts';

export async function editThabo(page: Page): Promise<void> {
  await page.getByRole('link', { name: `Edit ${demoAttorneys.thabo.name}` }).click();
  await page.getByRole('button', { name: 'Edit Call' }).waitFor();
}

let typed = 0;

export async function typeAttorney(page: Page): Promise<void> {
  typed += 1;
  await page.getByLabel('Name').fill(`Person ${typed}`);
  await page.getByLabel('Email').fill(`person${typed}.of.the-front-office@nkosi.co.za`);
  await page.getByLabel('Cell').fill(`08255509${String(typed).padStart(2, '0')}`);
}

/** The next save finds the session ended. */
export async function typeForEndedSession(page: Page): Promise<void> {
  await typeAttorney(page);
  await page.route('**/core/api/register', (route) =>
    route.fulfill({ status: 401, json: { message: 'The session has ended.' } }),
  );
}

/** Ends the session for the page alone: a user has only so many sessions. */
export async function endOverForm(page: Page): Promise<void> {
  const stored = await page.evaluate(() => ({ ...sessionStorage }));
  await typeForEndedSession(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Sign in to go on' }).waitFor();
  await page.evaluate(
    (items) => Object.entries(items).forEach(([key, value]) => sessionStorage.setItem(key, value)),
    stored,
  );
}

/** The next list of users says that the session ends in less than a minute. */
export async function endSoon(page: Page): Promise<void> {
  await page.route('**/core/api/users?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'session-seconds-left': '49' },
    });
  });
}

/** The outbox holds an entry that the server has rejected. */
export async function keepUnsent(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const reply = await fetch('/core/api/me', {
      headers: { authorization: `Bearer ${sessionStorage.getItem('token')}` },
    });
    const { _id: user } = (await reply.json()) as { _id: string }; // the contract's reply
    const body = {
      _id: crypto.randomUUID(),
      matter: user,
      disbursementType: user,
      date: '2026-01-05',
      amount: 12.5,
    };
    const names = { matterNumber: 'NP0001', matter: 'Lease', type: 'Photocopies' };
    const state = {
      state: 'refused',
      message: 'No such matter.',
      isAttempted: false,
      isCorrected: false,
    };
    const entry = { body, names, cents: 1250, recordedAt: new Date().toISOString(), ...state };
    localStorage.clear();
    localStorage.setItem(`recoup:unsent:${user}:${body._id}`, JSON.stringify(entry));
  });
  await page.reload();
  await waitForIdle(page);
}

export async function typeIn(
  dialog: Locator,
  text: string,
  result: string | RegExp,
): Promise<void> {
  await dialog.getByRole('combobox').fill(text);
  await dialog.getByText(result).first().waitFor();
}

export async function selectFirst(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select: / });
  await boxes.first().check();
}
