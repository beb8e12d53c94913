import { describe, expect, it } from 'vitest';
import { a11yViolationsByViewport } from '../support/a11y.ts';
import { asAdmin, useApp } from '../support/app.ts';
import { focused } from '../support/keyboard.ts';

useApp();

const lists = [
  { at: '/home/attorneys/matters', query: 'status=Closed', chip: 'Closed' },
  { at: '/home/attorneys/disbursement-list', query: 'active=false', chip: 'Not in use' },
];

describe.each(lists)('the filter $chip of a list', ({ at, query, chip }) => {
  it('is removed alone by its chip, or with the search, and the focus stays', async () => {
    const { page, end } = await asAdmin(`${at}?${query}&search=a&size=20`);
    const remove = page.getByRole('button', { name: `Remove filter: ${chip}` });
    await remove.waitFor();
    expect(await a11yViolationsByViewport(page)).toEqual([]);
    await remove.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search === '?search=a&size=20');
    await expect.poll(() => remove.count()).toBe(0);
    // The next Tab goes on within the list.
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toMatch(/^Search (?:number|by name)/);
    await page.goBack();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => url.search === '?size=20');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
    await end();
  });
});
