import type { Page } from 'playwright-core';
import { a11yViolations } from './a11y.ts';
import { recoup, signedIn } from './app.ts';
import { dayIn } from './days.ts';
import { expect } from './expect.ts';
import { waitForIdle } from './idle.ts';

type As = { email: string; password: string };

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('link', { name: 'Profile' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
}

/** Changes the name to Zanele Xaba on a phone: the initials in the bar after a reload. */
export async function initialsAfterRename(as: As): Promise<string | null> {
  const { page, consoleErrors, end } = await signedIn(as, undefined, { width: 390 });
  const initials = page.getByRole('button', { name: /^Account of / });
  await openProfile(page);
  const name = page.getByLabel('Name');
  await name.fill('Al');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Name must be at least 3 characters long.').waitFor();
  await expect(name).toBeFocused();
  expect(await a11yViolations(page)).toEqual([]);
  await name.fill('Zanele Xaba');
  await name.press('Enter');
  await toasts(page).getByText('Profile saved.').waitFor();
  await expect(initials).toHaveText('ZX');
  // Nothing is unsaved any more, so nothing asks.
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor({ state: 'detached' });
  await page.reload();
  await expect(initials).toHaveText('ZX');
  const kept = await initials.textContent();
  expect(consoleErrors).toEqual([]);
  await end();
  return kept;
}

/**
 * Chooses dates such as 03/02/2026: the first date with the name of a month on each of these pages
 * of the firm's area.
 */
export async function datesWithNames(
  as: As,
  pages: readonly string[],
): Promise<Record<string, string>> {
  const { page, consoleErrors, end } = await signedIn(as);
  await openProfile(page);
  const today = dayIn(0).split('-').toReversed().join('/');
  await page.getByLabel(today, { exact: true }).check();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await toasts(page).getByText('Profile saved.').waitFor();
  const withName = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}/;
  const found: Record<string, string> = {};
  for (const place of pages) {
    const text = (await textAt(page, place)).replaceAll('\u00A0', ' ');
    const [date] = withName.exec(text) ?? [];
    if (date !== undefined) found[place] = date;
  }
  expect(consoleErrors).toEqual([]);
  await end();
  return found;
}

/** What stands on a page of the firm's area. */
export async function textAt(page: Page, place: string): Promise<string> {
  await page.goto(`${recoup.url}/home/attorneys/${place}`);
  await waitForIdle(page);
  return page.getByRole('main').innerText();
}
