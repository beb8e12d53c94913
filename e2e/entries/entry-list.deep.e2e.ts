import { beforeAll, describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { focused } from '../support/keyboard.ts';
import { closeExport, importMatters, recordCall } from '../support/wire.ts';
import { rows, search, options, chips, query } from '../support/entry-list.ts';

// The firm's entries as a work list: narrowed in few presses, and opened by a press on a row.
useApp();
const open = useVisit(demoFirmAdmins.lerato);

const at = '/home/attorneys/entries';

beforeAll(async () => {
  await importMatters(demoFirmAdmins.lerato, 'more.csv', 'Matter Number,Description\nZZ1,Lease\n');
});

describe('the list of entries', () => {
  it('searches for other text on Enter, and takes a suggestion by arrow keys', async () => {
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

  it('removes each filter alone, all at once, and the search in its field', async () => {
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

  it('names and links the export of a locked entry, and narrows to such entries', async () => {
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
