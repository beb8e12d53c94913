import type { Page } from 'playwright-core';
import type { Viewport, Visit } from './browser.ts';
import { signedIn } from './app.ts';
import { expect } from './test.ts';

/** Opens the preview of a closing on the Import / Export page. */
export async function previewClosing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close and export' }).click();
  await expect(page.getByRole('dialog').getByText(/^R\s\d/)).toBeVisible();
}

/** The button of the preview that closes. */
export const confirmClosing = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: /^Close and lock / });

/** Closes what is new; the mail form comes next. */
export async function closeAndExport(page: Page): Promise<void> {
  await previewClosing(page);
  await Promise.all([page.waitForEvent('download'), confirmClosing(page).click()]);
}

export async function openManager(
  as: { email: string; password: string },
  window: Viewport = {},
): Promise<Visit> {
  const seen = await signedIn(as, '/home/attorneys/file-handler', window);
  await seen.page.getByRole('button', { name: 'Download Disbursements' }).waitFor();
  return seen;
}
