import { describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { waitForIdle } from '../support/idle.ts';
import { heads, views, press, saveView, hide } from '../support/list-views.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

const at = '/home/attorneys/entries';

it('shows no title of the entries before it is known which columns are hidden', async () => {
  const page = await open(at);
  await waitForIdle(page);
  const sorting = page.getByRole('table', { name: 'Entries' }).locator('th button:visible');
  await hide(page, 'Length');
  const shown = await sorting.allInnerTexts();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/core/api/list-views?*', async (route) => {
    await held;
    await route.continue();
  });
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

describe('a saved view', () => {
  it('with a name that another one has says so at the name', async () => {
    const page = await open(at);
    await saveView(page, 'Twice');
    await views(page).getByLabel('Save what the list shows as').fill('TWICE');
    await page.keyboard.press('Enter');
    const message = views(page).getByText('You have a view of that name already.');
    await expect(message).toHaveCount(1);
  });

  it('keeps a name that is typed while the saved views are read again', async () => {
    const page = await open(at);
    await press(page, 'Views');
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/core/api/list-views*', async (route) => {
      if (route.request().method() === 'GET') await isReleased;
      await route.continue();
    });
    const name = views(page).getByLabel('Save what the list shows as');
    await name.fill('One');
    await page.keyboard.press('Enter');
    await page.getByText('View “One” saved.').waitFor();
    await name.fill('Two');
    release();
    await views(page).getByRole('button', { name: 'Open: One' }).waitFor();
    await expect(name).toHaveValue('Two');
  });

  it('that names an attorney who is unknown opens, and says so', async () => {
    const gone = '019a0000-0000-7000-8000-000000000009';
    const page = await open(`${at}?attorney=${gone}`);
    await page.getByText('No entries match.').waitFor();
    await expect(
      page.getByRole('combobox', { name: 'Attorney' }).locator('option:checked'),
    ).toHaveText('Unknown');
  });
});
