import { beforeAll, describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoFirmAdmins, demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { savedFile, waitForIdle } from '../support/browser.ts';
import { focused, tabTo } from '../support/keyboard.ts';
import { importMatters, closeExport, recordCall } from '../support/wire.ts';
import { deepIt, expect } from '../support/test.ts';

// The firm's entries as a work list: narrowed in few presses, and opened by a press on a row.
useApp();
const rows = (page: Page) => page.getByRole('table', { name: 'Entries' }).locator('tbody tr');
const search = (page: Page) =>
  page.getByRole('combobox', { name: 'Search matter, client or narration' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Matters' }).getByRole('option');
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('button');
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const open = useVisit(demoFirmAdmins.lerato);
const at = '/home/attorneys/entries';
const days = (page: Page) => rows(page).locator('td[data-label="Date"]').allTextContents();

beforeAll(async () => {
  await importMatters(demoFirmAdmins.lerato, 'more.csv', 'Matter Number,Description\nZZ1,Lease\n');
});

describe('the list of entries', () => {
  it.each([
    [1440, 900, 10],
    [1024, 768, 6],
    [390, 844, 3],
  ])('shows at %i × %i at least %i entries without scrolling', async (width, height, least) => {
    const page = await open(at, width);
    await page.setViewportSize({ width, height });
    await waitForIdle(page);
    const bottoms = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().bottom),
    );
    expect(bottoms.filter((bottom) => bottom <= height).length).toBeGreaterThanOrEqual(least);
    await expect(page.getByRole('img', { name: /^Recoveries/ })).toHaveCount(0);
    expect(await sidewaysScroll(page)).toBe(0);
  });

  it('narrows to a month in one choice, which moves on with the calendar', async () => {
    const page = await open(at);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.getByLabel('Period').selectOption('Last month');
    await page.waitForURL(/period=last-month$/);
    await waitForIdle(page);
    const now = new Date(Date.now() + 2 * 3_600_000);
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
    const from = first.toISOString().slice(0, 10);
    expect(requested.filter((url) => url.includes(`from=${from}`))).not.toEqual([]);
    const lastMonth = await days(page);
    expect(lastMonth.every((day) => day.endsWith(from.slice(0, 4)))).toBe(true);
    // The same month by its name stays that month.
    await page.getByLabel('Period').selectOption(from.slice(0, 7));
    await page.waitForURL(new RegExp(`period=${from.slice(0, 7)}$`));
    await waitForIdle(page);
    await expect.poll(() => days(page)).toEqual(lastMonth);
    // The days of the month, to be changed.
    await page.getByLabel('Period').selectOption('From … to …');
    await expect(page.getByLabel('From')).toHaveValue(from);
    await page.waitForURL(/from=.*to=/);
  });

  deepIt('narrows to a matter found in the search, and to a month', async () => {
    const page = await open(at);
    await search(page).fill('np0001');
    await options(page).filter({ hasText: 'NP0001' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/matter=/);
    await page.getByLabel('Period').selectOption('This month');
    await page.waitForURL(/period=this-month/);
    expect(Object.keys(query(page))).toEqual(['matter', 'period']);
    await expect(search(page)).toHaveValue('');
    await expect(chips(page)).toHaveText([/^NP0001 · /, 'This month']);
    expect(await a11yViolations(page)).toEqual([]);
  });

  it('opens an entry by a press anywhere on its row, unless text is selected', async () => {
    const page = await open(at);
    const cell = rows(page).nth(1).locator('td[data-label="Attorney"]');
    const entry = page.getByRole('dialog');
    // Selects a word, as for copying it.
    const box = await cell.boundingBox();
    if (box === null) throw new Error('The cell is not shown.');
    await page.mouse.move(box.x + 8, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 80, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).not.toBe('');
    await expect(entry).toHaveCount(0);
    await page.mouse.click(box.x + box.width - 2, box.y + 3);
    await entry.getByLabel('Reason').waitFor();
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^Correct: /);
    // The second press of a double one does not close it.
    await cell.dblclick();
    await entry.getByLabel('Reason').waitFor();
  });

  it('sorts by a column, and saves what it shows as CSV in that order', async () => {
    const page = await open(`${at}?period=last-month`);
    const amounts = async () =>
      (await rows(page).locator('td[data-label="Amount"]').allTextContents()).map((text) =>
        Number(text.replace(/[^\d.]/g, '')),
      );
    const head = page.getByRole('columnheader', { name: 'Amount' });
    for (const [sort, step] of [
      ['amount', 1],
      ['-amount', -1],
    ] as const) {
      await head.getByRole('button').click();
      await page.waitForURL(new RegExp(`sort=${sort}$`));
      await waitForIdle(page);
      expect(await amounts()).toEqual((await amounts()).toSorted((a, b) => step * (a - b)));
    }
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    const file = await savedFile(page, page.getByRole('button', { name: 'Download CSV' }));
    const [, ...lines] = file.text.trimEnd().split('\r\n');
    const cells = lines.map((line) =>
      Number(
        line
          .replaceAll(/"[^"]*"/g, '')
          .split(';')[8]
          ?.replace(',', '.'),
      ),
    );
    expect(file.name).toBe('entries.csv');
    expect(cells).toEqual(cells.toSorted((a, b) => b - a));
    expect(cells.slice(0, 10)).toEqual(await amounts());
    await page.getByText(new RegExp(`^${cells.length} entries, R`)).waitFor();
  });

  it('is filtered and opened by keyboard alone', async () => {
    const page = await open(`${at}?period=last-month`);
    await tabTo(page, 'Search matter, client or narration');
    await page.keyboard.type('ZZ1');
    await options(page).filter({ hasText: 'ZZ1' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No entries match.').waitFor();
    await tabTo(page, 'Remove filter: ZZ1 · Lease');
    await page.keyboard.press('Enter');
    await rows(page).first().waitFor();
    await expect.poll(() => focused(page)).toBe('Remove filter: Last month');
    await page
      .getByRole('button', { name: /^(?:Correct|View): / })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Matter').first().waitFor();
  });

  deepIt('searches for other text on Enter, and takes a suggestion by arrow keys', async () => {
    const page = await open(at);
    await search(page).fill('motion');
    await options(page).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/search=motion$/);
    await expect(options(page)).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(
      (url) => url.searchParams.has('matter') && !url.searchParams.has('search'),
    );
    await page.keyboard.press('Escape');
  });

  deepIt('removes each filter alone, all at once, and the search in its field', async () => {
    const page = await open(`${at}?period=last-month&from=2020-01-01&search=motion`);
    await page.getByLabel('Attorney', { exact: true }).selectOption({ index: 1 });
    await expect(chips(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Remove filter: Last month' }).click();
    await page.waitForURL((url) => !url.searchParams.has('period'));
    await expect.poll(() => focused(page)).toMatch(/^Remove filter: /);
    expect(Object.keys(query(page)).toSorted()).toEqual(['attorney', 'search']);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.waitForURL((url) => !url.searchParams.has('search'));
    await expect.poll(() => focused(page)).toBe('Search matter, client or narration');
    await search(page).fill('copies');
    await page.waitForURL(/search=copies/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => url.search === '');
    await expect(search(page)).toHaveValue('');
  });

  deepIt('names and links the export of a locked entry, and narrows to such entries', async () => {
    await recordCall(demoAttorneys.thabo, 'Sent out');
    const number = await closeExport(demoFirmAdmins.lerato);
    await recordCall(demoAttorneys.thabo, 'Still here');
    const page = await open(at);
    const exported = page.getByLabel('Exported', { exact: true });
    await exported.selectOption('Not exported');
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Remove filter: Not exported' }).click();
    await exported.selectOption('Exported');
    await page.waitForURL(/exported=true$/);
    const link = page.getByRole('link', { name: `Export ${number}` });
    await expect(link).toHaveCount(10);
    await page
      .getByRole('button', { name: /^View: / })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: `Export ${number}` })
      .click();
    await page.getByRole('heading', { level: 1, name: `Export ${number}` }).waitFor();
    await page.goBack();
    // The link of a row keeps its own meaning.
    await link.first().click();
    await page.getByRole('heading', { level: 1, name: `Export ${number}` }).waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

it('leads from a matter to its entries by one press on its row', async () => {
  const page = await open('/home/attorneys/matters?search=NP0001');
  await page.getByRole('cell', { name: 'NP0001', exact: true }).click();
  await page.waitForURL(/entries\?matter=/);
  await expect(chips(page)).toHaveText([/^NP0001 · /]);
});
