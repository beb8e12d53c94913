import type { Page } from 'playwright-core';

/** Opens the preview of a closing on the Import / Export page. */
export async function previewClosing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close and export' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^R\s\d/)
    .waitFor();
}

/** The button of the preview that closes. */
export const confirmClosing = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Close and export' });

/** Closes what is new; the mail form comes next. */
export async function closeAndExport(page: Page): Promise<void> {
  await previewClosing(page);
  await Promise.all([page.waitForEvent('download'), confirmClosing(page).click()]);
}
