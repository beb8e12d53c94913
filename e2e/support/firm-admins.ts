import type { Page } from 'playwright-core';
import { a11yViolations, sidewaysScroll } from './a11y.ts';
import { type Visit } from './browser.ts';
import { asSystemAdmin } from './firms.ts';
import { browser, recoup } from './app.ts';

export const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** The system admin at the form of the admin with this e-mail. */
export async function editAdmin(
  email: string,
  look: { width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<Visit> {
  const visited = await asSystemAdmin(browser, recoup, { path: '/home/firms', ...look });
  await visited.page.getByRole('link', { name: new RegExp(`^${email}`) }).click();
  await visited.page.getByRole('heading', { name: 'Update Attorney Admin' }).waitFor();
  return visited;
}

export async function faults(page: Page): Promise<string[]> {
  const sideways = await sidewaysScroll(page);
  return [
    ...(await a11yViolations(page)),
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} pixels`] : []),
  ];
}
