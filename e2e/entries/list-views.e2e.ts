import { describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { asAdmin, recoup, signedIn, useApp, useVisit } from '../support/app.ts';
import { waitForIdle } from '../support/browser.ts';
import { holdRequests } from '../support/network.ts';

useApp();
const heads = (page: Page) =>
  page.getByRole('table', { name: 'Entries' }).getByRole('columnheader').allInnerTexts();
const views = (page: Page) => page.getByRole('dialog', { name: 'Saved views' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const open = useVisit(demoFirmAdmins.lerato);
const at = '/home/attorneys/entries';

describe('the columns of the entries', () => {
  it('are the choice of each user, on every device', async () => {
    const first = await asAdmin(at);
    await waitForIdle(first.page);
    await expect.poll(() => heads(first.page)).toContain('Length');
    await hide(first.page, 'Length');
    const second = await asAdmin(at);
    await waitForIdle(second.page);
    const shown = await heads(second.page);
    expect(shown).not.toContain('Length');
    expect(shown).toEqual(expect.arrayContaining(['Matter', 'Amount']));
    await second.end();
    const other = await signedIn(demoFirmAdmins.chantal, at, { width: 1440 });
    await waitForIdle(other.page);
    await expect.poll(() => heads(other.page)).toContain('Length');
    await other.end();
    await press(first.page, 'Columns');
    await first.page.getByLabel('Length').check();
    await press(first.page, 'Save');
    await expect.poll(() => heads(first.page)).toContain('Length');
  });
});

it('are told of where they could not be read, and come by another try', async () => {
  const { page } = await asAdmin('/home/profile');
  await page.route('**/core/api/list-views?**', async (route) => route.fulfill({ status: 400 }));
  await page.goto(`${recoup.url}${at}`);
  const again = page.getByRole('button', { name: 'Load them again' });
  await page.getByText('Saved views and columns could not be loaded.').waitFor();
  await expect(page.getByRole('button', { name: 'Columns' })).toHaveCount(0);
  await page.unroute('**/core/api/list-views?**');
  await again.click();
  await page.getByRole('button', { name: 'Columns' }).waitFor();
});

describe('a saved view', () => {
  deepIt('brings filters, rows a page and columns back, on another device', async () => {
    const page = await open(`${at}?size=5&search=NP000`);
    await hide(page, 'Attorney');
    await saveView(page, 'First matters');
    const again = await asAdmin(at);
    await again.page.getByLabel('View').selectOption('First matters');
    await again.page.waitForURL(/search=NP000/);
    const query = Object.fromEntries(new URL(again.page.url()).searchParams);
    const shown = { size: '5', search: 'NP000', hide: 'attorney' };
    expect(query).toEqual(shown);
    await expect.poll(() => heads(again.page)).not.toContain('Attorney');
    await expect(again.page.getByLabel('View').locator('option:checked')).toHaveText(
      'First matters',
    );
    // Without the view the own columns count again.
    await again.page.getByLabel('View').selectOption('No saved view');
    await again.page.waitForURL((url) => url.search === '');
  });

  deepIt('is renamed, replaced and deleted, and comes back by Undo', async () => {
    const page = await open(`${at}?size=20`);
    await saveView(page, 'Sent');
    expect(await a11yViolations(page)).toEqual([]);
    await views(page).getByRole('button', { name: 'Rename: Sent' }).click();
    await views(page).getByLabel('New name of “Sent”').fill('Closed');
    await page.keyboard.press('Enter');
    await views(page).getByRole('button', { name: 'Open: Closed' }).waitFor();
    await views(page).getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByLabel('Rows per page').selectOption('5');
    await page.waitForURL(/size=5/);
    await press(page, 'Views');
    await views(page).getByRole('button', { name: 'Replace by what is shown: Closed' }).click();
    await page.getByText('View “Closed” replaced.').waitFor();
    await views(page).getByRole('button', { name: 'Delete: Closed' }).click();
    await page.getByText('View “Closed” deleted.').waitFor();
    await expect(views(page).getByRole('button', { name: /Closed/ })).toHaveCount(0);
    await views(page).getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(page.getByLabel('View')).toContainText('Closed');
  });

  deepIt('with a name that another one has says so at the name', async () => {
    const page = await open(at);
    await saveView(page, 'Twice');
    await views(page).getByLabel('Save what the list shows as').fill('TWICE');
    await page.keyboard.press('Enter');
    const message = views(page).getByText('You have a view of that name already.');
    await expect(message).toHaveCount(1);
  });

  deepIt('keeps a name that is typed while the saved views are read again', async () => {
    const page = await open(at);
    await press(page, 'Views');
    const release = await holdRequests(
      page,
      '**/core/api/list-views*',
      (request) => request.method() === 'GET',
    );
    const name = views(page).getByLabel('Save what the list shows as');
    await name.fill('One');
    await page.keyboard.press('Enter');
    await page.getByText('View “One” saved.').waitFor();
    await name.fill('Two');
    release();
    await views(page).getByRole('button', { name: 'Open: One' }).waitFor();
    await expect(name).toHaveValue('Two');
  });

  deepIt('that names an attorney who is unknown opens, and says so', async () => {
    const gone = '019a0000-0000-7000-8000-000000000009';
    const page = await open(`${at}?attorney=${gone}`);
    await page.getByText('No entries match.').waitFor();
    await expect(
      page.getByRole('combobox', { name: 'Attorney' }).locator('option:checked'),
    ).toHaveText('Unknown');
  });
});

deepIt('shows no title of the entries before it is known which columns are hidden', async () => {
  const page = await open(at);
  await waitForIdle(page);
  const sorting = page.getByRole('table', { name: 'Entries' }).locator('th button:visible');
  await hide(page, 'Length');
  const shown = await sorting.allInnerTexts();
  const release = await holdRequests(page, '**/core/api/list-views?*');
  await page.reload();
  await page.getByText(/^\d+ entries, R/).waitFor();
  await expect(sorting).toHaveCount(0);
  release();
  await expect(sorting).toHaveText(shown, { useInnerText: true });
  await press(page, 'Columns');
  await page.getByLabel('Length').check();
  await press(page, 'Save');
  await expect.poll(() => heads(page)).toContain('Length');
});

async function saveView(page: Page, name: string): Promise<void> {
  await press(page, 'Views');
  await views(page).getByLabel('Save what the list shows as').fill(name);
  await page.keyboard.press('Enter');
  await page.getByText(`View “${name}” saved.`).waitFor();
}

async function hide(page: Page, title: string): Promise<void> {
  await press(page, 'Columns');
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel(title).uncheck();
  await press(page, 'Save');
  await expect.poll(() => heads(page)).not.toContain(title);
}
