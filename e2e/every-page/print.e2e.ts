import { it } from 'vitest';
import { asAdmin, useApp } from '../support/app.ts';
import { expect } from '../support/test.ts';
import { open } from '../support/page-sweep.ts';

useApp();

it('prints a page as its content, in light colours, and the whole chart', async () => {
  const { page } = await asAdmin('/home/attorneys/entries');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const name of ['Search', 'Attorney', 'Period'])
    await expect(page.getByLabel(name).first()).toBeHidden();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(23, 33, 31)');
  // The sum above is that of all entries, so the paper names the rows below it.
  await page.getByText(/^1–10 of \d+$/).waitFor();
  await expect(page.getByLabel('Rows per page')).toBeHidden();
  // Paper has nothing to select or press.
  const entries = page.getByRole('table', { name: 'Entries' });
  const titles = ['Date', 'Matter', 'Attorney', 'Type', 'Length', 'Amount', 'Exported'];
  await expect(entries.getByRole('columnheader')).toHaveText(titles);
  await expect(entries.getByRole('checkbox')).toHaveCount(0);

  await open(page, '/home/attorneys/overview');
  // A printer's page is narrower than the window, for which the chart was drawn.
  const chart = page.getByRole('img', { name: /^Recoveries of/ });
  await expect(chart).toHaveAttribute('viewBox');
  await expect(chart).toHaveCSS('max-width', '100%');
});

it('keeps the key of the chart where the system sets the colours', async () => {
  const { page } = await asAdmin('/home/attorneys/overview');
  await page.emulateMedia({ forcedColors: 'active' });
  const item = page.getByRole('listitem').filter({ hasText: 'Photocopies' });
  await expect(item.locator('span').first()).toHaveCSS('background-color', 'rgb(208, 138, 46)');
});
