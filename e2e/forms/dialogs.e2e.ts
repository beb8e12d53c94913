import { beforeAll, it } from 'vitest';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { largeTextFaults } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { rows } from '../support/dialog-list.ts';
import { press, pressAtOnce, tapTwice } from '../support/dialog-presses.ts';
import type { Row } from '../support/dialog-row.ts';
import {
  createDialogVisits,
  inOrderOfPages,
  named,
  prepareDialogs,
} from '../support/dialog-visits.ts';
import { expect } from '../support/test.ts';
import { waitForIdle } from '../support/browser.ts';
import { unnamedControls } from '../support/reach.ts';
import { storedData } from '../support/wire.ts';

// Each dialog once. What its frame does for all of them is in `dialog-frames.e2e.ts`; every button
// and every field, each of its states and a zoom of 400 % are in the deep tests.
useApp();

const sources = fileURLToPath(new URL('../../apps/web/src/', import.meta.url));
const { begin } = createDialogVisits();

beforeAll(prepareDialogs);

it('has a row for every use of a dialog', async () => {
  const frames = [
    'platform/api/delete-item-button.tsx',
    'ui/dialog/dialog.tsx',
    'ui/form/form-dialog.tsx',
  ];
  const files = (await readdir(sources, { recursive: true })).filter(
    (file) => file.endsWith('.tsx') && !frames.includes(file) && !file.startsWith('app/parts/'),
  );
  const dialog =
    /<(?:ConfirmButton|DeleteItemButton|(?:Bare|ConfirmedAction|Form|ShownOnce|)Dialog)\b/;
  const isUse = await Promise.all(
    files.map(async (file) => dialog.test(await readFile(sources + file, 'utf8'))),
  );
  const used = files.filter((_, index) => isUse[index]).toSorted();
  expect([...new Set(rows.flatMap((row) => row.files))].toSorted()).toEqual(used);
});

it.each(inOrderOfPages(rows))(
  'opens $name once, saves and loses nothing unasked, and fits',
  async (row) => {
    const page = await begin(row);
    const dialog = named(page, row);
    await tapTwice(page, row.opener(page));
    await expect(dialog).toHaveCount(1);
    await waitForIdle(page);
    if (row.safe !== undefined) await expect(page.locator(':focus')).toHaveAccessibleName(row.safe);
    const before = await storedData();
    await press(page, ['Enter', 'Enter', 'Escape', 'Escape']);
    await waitForIdle(page);
    if (row.isKept) await expect(dialog).toBeVisible();
    else if ((await dialog.count()) > 0) await close(page, row);
    if (row.isKept !== true || row.isOnce !== true) await openAgain(row);
    expect(await storedData()).toBe(before);
    await row.change?.(dialog);
    expect(await unnamedControls(page)).toEqual([]);
    expect(await largeTextFaults(page, [390])).toEqual([]);
    if (row.change) await asksBeforeDiscarding(page, row);
    await close(page, row);
  },
);

/** Actions that cannot be taken back are pressed in the moment in which they appear. */
async function openAgain(row: Row): Promise<void> {
  const page = await begin(row);
  const isGuarded = row.isSudden || (row.safe !== undefined && !row.isOnce);
  const actions = isGuarded ? (row.actions ?? []) : [];
  const pressed = actions.map(async (action) => pressAtOnce(page, action));
  await row.opener(page).click();
  await Promise.all(pressed);
  await waitForIdle(page);
  await expect(named(page, row)).toHaveCount(1);
}

async function asksBeforeDiscarding(page: Page, row: Row): Promise<void> {
  const dialog = named(page, row);
  const typed = await row.read?.(dialog);
  await page.keyboard.press('Escape');
  await expect(questionOf(page)).toBeVisible();
  await questionOf(page).getByRole('button', { name: 'Stay' }).click();
  await expect(questionOf(page)).toHaveCount(0);
  expect(await row.read?.(dialog)).toBe(typed);
}

/** So that the next row finds the page as it was; the opener has the focus again. */
async function close(page: Page, row: Row): Promise<void> {
  if (row.isKept || row.isSudden) return;
  const discard = questionOf(page).getByRole('button', { name: /^(?:Discard|Close anyway)$/ });
  await expect(async () => {
    if ((await discard.count()) > 0) await discard.click({ timeout: 1_000 });
    else await page.keyboard.press('Escape');
    await expect(named(page, row)).toHaveCount(0, { timeout: 200 });
  }).toPass({ timeout: 10_000 });
  if (!row.isOnce && row.prepare === undefined) await expect(row.opener(page)).toBeFocused();
}

function questionOf(page: Page): Locator {
  return page.getByRole('dialog', { name: /^Close (?:and discard|without a copy)\?$/ });
}
