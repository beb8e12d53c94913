import { apiRoot } from '@recoup/contract/core/endpoint';
import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signInByForm, type Visit, visit } from './browser.ts';
import { editAttorney } from './attorney-form.ts';
import { browser, logon, recoup } from './app.ts';
import { waitForIdle } from './idle.ts';
import { systemAdmin } from './recoup.ts';

const { lerato } = demoFirmAdmins;

/** As another tab or an administrator ends it. */
export async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  await fetch(`${recoup.url}${apiRoot}/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
}

/** Thabo's form with another cell, whose session ends when it is saved. */
export async function endedForm(cell: string, width = 1440): Promise<Visit> {
  const seen = await visit(browser, { width });
  await signInByForm(seen.page, recoup.url, lerato);
  await editAttorney(seen.page, 'Thabo Mokoena');
  await seen.page.getByLabel('Cell').fill(cell);
  await endSession(seen.page);
  await seen.page.getByRole('button', { name: 'Save' }).click();
  await dialogOf(seen.page).waitFor();
  return seen;
}

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in to go on' });

export async function signInThere(page: Page, password: string): Promise<void> {
  await dialogOf(page).getByLabel('Password').fill(password);
  await dialogOf(page).getByLabel('Password').press('Enter');
}

/**
 * Ends the session on each page, and throws where the page does not say so with a link to the
 * sign-in. Returns the errors of the console.
 */
export async function endSessionOnPages(
  as: { email: string; password: string },
  pages: readonly string[],
): Promise<readonly string[]> {
  const { page, consoleErrors, end } = await visit(browser);
  await page.clock.install();
  await page.goto(`${recoup.url}/logon`);
  const token = await logon(as);
  for (const place of pages.filter((each) => each !== '/home/unauthorized')) {
    // As a sign-in leaves it.
    await page.evaluate(
      ([now, role]) => {
        sessionStorage.clear();
        sessionStorage.setItem('token', now);
        sessionStorage.setItem('role', role);
      },
      [token, roleOf(as.email)] as const,
    );
    await page.goto(recoup.url + place);
    await waitForIdle(page);
    await page.evaluate(() => sessionStorage.setItem('token', 'x'.repeat(43)));
    await page.clock.fastForward('31:00');
    await page.waitForURL('**/home/unauthorized');
    // Until the next page has loaded, each list of the last one may say the same.
    await page.getByRole('link', { name: 'Sign in again' }).waitFor();
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
  }
  await end();
  return consoleErrors;
}

function roleOf(email: string): string {
  if (email === systemAdmin.email) return '10';
  return email === lerato.email ? '1' : '0';
}
