import { describe, it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { asAdmin, recoup, signedIn, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { waitForIdle } from '../support/idle.ts';
import { heads, views, press, saveView, hide } from '../support/list-views.ts';

useApp();
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
    await first.end();
  });
});

it('are told of where they could not be read, and come by another try', async () => {
  const { page, end } = await asAdmin('/home/profile');
  await page.route('**/core/api/list-views?**', async (route) => route.fulfill({ status: 400 }));
  await page.goto(`${recoup.url}${at}`);
  const again = page.getByRole('button', { name: 'Load them again' });
  await page.getByText('Saved views and columns could not be loaded.').waitFor();
  await expect(page.getByRole('button', { name: 'Columns' })).toHaveCount(0);
  await page.unroute('**/core/api/list-views?**');
  await again.click();
  await page.getByRole('button', { name: 'Columns' }).waitFor();
  await end();
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
    await again.end();
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
});
