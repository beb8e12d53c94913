import { expect, it } from 'vitest';
import { asAdmin, useApp } from '../support/app.ts';

useApp();

it('prints a page as its content, in light colours', async () => {
  const { page, end } = await asAdmin('/home/attorneys/entries');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const name of ['Search', 'Attorney', 'Period'])
    expect([name, await page.getByLabel(name).first().isVisible()]).toEqual([name, false]);
  expect(await page.getByRole('banner').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Skip to the content' }).count()).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(23, 33, 31)');
  // The sum above is that of all entries, so the paper names the rows below it.
  await page.getByText(/^1–10 of \d+$/).waitFor();
  expect(await page.getByLabel('Rows per page').isVisible()).toBe(false);
  // Paper has nothing to select or press.
  const head = page.getByRole('table', { name: 'Entries' }).getByRole('columnheader');
  const titles = ['Date', 'Matter', 'Attorney', 'Type', 'Length', 'Amount', 'Exported'];
  expect(await head.allTextContents()).toEqual(titles);
  expect(await page.getByRole('table', { name: 'Entries' }).getByRole('checkbox').count()).toBe(0);
  await end();
});

it('prints the whole chart', async () => {
  const { page, end } = await asAdmin('/home/attorneys/overview');
  await page.emulateMedia({ media: 'print' });
  // A printer's page is narrower than the window, for which the chart was drawn.
  const chart = page.getByRole('img', { name: /^Recoveries of/ });
  expect(
    await chart.evaluate((svg) => [svg.hasAttribute('viewBox'), getComputedStyle(svg).maxWidth]),
  ).toEqual([true, '100%']);
  await end();
});

it('keeps the key of the chart where the system sets the colours', async () => {
  const { page, end } = await asAdmin('/home/attorneys/overview');
  await page.emulateMedia({ forcedColors: 'active' });
  const swatch = page
    .getByRole('listitem')
    .filter({ hasText: 'Photocopies' })
    .locator('span')
    .first();
  expect(await swatch.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(208, 138, 46)',
  );
  await end();
});
