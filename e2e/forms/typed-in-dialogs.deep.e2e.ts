import type { Locator } from 'playwright-core';
import { beforeAll, it, test } from 'vitest';
import { expect } from '../support/test.ts';
import { useApp } from '../support/app.ts';
import { rows } from '../support/dialog-list.ts';
import type { Row } from '../support/dialog-row.ts';
import { createDialogVisits, named, prepareDialogs } from '../support/dialog-visits.ts';

useApp();

const { begin, pageOf } = createDialogVisits();
/** Fields whose content is saved; a combobox searches, and what was chosen counts. */
const typable =
  'input:not([type="checkbox"], [type="radio"], [type="file"], [role="combobox"], [readonly])' +
  ':enabled, textarea:enabled, select:enabled';
const seen: string[] = [];

beforeAll(prepareDialogs);

// Those without a way out but their buttons keep what is typed; a once shown one has no field.
const closable = rows.filter(({ isKept, isSearch }) => !isKept && !isSearch);

test.each(closable)('$name asks before any of its fields is thrown away', async (row) => {
  const count = await (await openAnew(row)).locator(typable).count();
  for (let index = 0; index < count; index += 1) {
    const dialog = index === 0 ? named(pageOf(row), row) : await openAnew(row);
    const field = dialog.locator(typable).nth(index);
    if (!(await field.isVisible())) continue;
    const typed = await typeInto(field);
    if (typed === undefined) continue;
    seen.push(row.name);
    await expectAsked(row, dialog);
    expect([index, await field.inputValue()]).toEqual([index, typed]);
  }
});

it('has typed into many fields', () => {
  expect(new Set(seen).size).toBeGreaterThan(8);
  expect(seen.length).toBeGreaterThan(25);
});

/** The page is loaded again where the dialog of the field before is still open. */
async function openAnew(row: Row): Promise<Locator> {
  const page = await begin(row);
  await row.opener(page).click();
  const dialog = named(page, row);
  await dialog.waitFor();
  await expect.poll(() => dialog.locator('[aria-busy="true"]').count()).toBe(0);
  return dialog;
}

/** Something else than what is there; undefined where there is nothing else to choose. */
async function typeInto(field: Locator): Promise<string | undefined> {
  const before = await field.inputValue();
  const kind = await field.evaluate((element) =>
    element instanceof HTMLSelectElement ? 'select' : element.getAttribute('type'),
  );
  if (kind === 'select') {
    const values = await field
      .locator('option:enabled')
      .evaluateAll((options) => options.map((each) => each.getAttribute('value') ?? ''));
    const other = values.find((value) => value !== before);
    if (other === undefined) return undefined;
    await field.selectOption(other);
  } else await field.fill(kind === 'date' ? '2098-03-04' : '41');
  const after = await field.inputValue();
  return after === before ? undefined : after;
}

async function expectAsked(row: Row, dialog: Locator): Promise<void> {
  const page = pageOf(row);
  const question = page.getByRole('dialog', { name: 'Close and discard?' });
  await page.keyboard.press('Escape');
  await question.waitFor();
  await expect(dialog).toHaveCount(1);
  await question.getByRole('button', { name: 'Stay', disabled: false }).click();
  await question.waitFor({ state: 'detached' });
}
