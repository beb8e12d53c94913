import { beforeAll, describe, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { largeTextFaults, sidewaysScroll } from '../support/a11y.ts';
import { waitForIdle } from '../support/browser.ts';
import { rows } from '../support/dialog-list.ts';
import { buttonsOf, press, pressAtOnce, tapTwice } from '../support/dialog-presses.ts';
import type { Row } from '../support/dialog-row.ts';
import { createDialogVisits, named, prepareDialogs } from '../support/dialog-visits.ts';
import { useApp } from '../support/app.ts';
import { expect } from '../support/test.ts';
import { focused } from '../support/keyboard.ts';
import { noticeFaults } from '../support/large-text.ts';
import { controlsOutOfReach } from '../support/reach.ts';
import { storedData } from '../support/wire.ts';

useApp();

const { begin, open, pageOf } = createDialogVisits();

beforeAll(prepareDialogs);

describe.each(rows)('$name', (row) => {
  it.skipIf(row.isOnce)('opens by a double click; three Enters change nothing stored', async () => {
    const page = await begin(row);
    const before = await storedData();
    await row.opener(page).dblclick();
    await named(page, row).waitFor();
    await press(page, ['Enter', 'Enter', 'Enter', 'Escape']);
    await waitForIdle(page);
    expect(await storedData()).toBe(before);
  });

  it.skipIf(row.change !== undefined || (row.isOnce && !row.isSudden))(
    'does nothing for a press that comes with the dialog',
    async () => {
      for (const action of row.actions ?? []) {
        const page = await begin(row);
        const before = await storedData();
        await Promise.all([pressAtOnce(page, action), row.opener(page).click()]);
        await waitForIdle(page);
        await named(page, row).waitFor();
        expect([action, await storedData()]).toEqual([action, before]);
      }
    },
  );

  it('saves nothing by a double tap, discards nothing unasked, and fits a phone', async () => {
    const page = await begin(row);
    const dialog = await open(row);
    const names = await buttonsOf(dialog);
    const typed = await row.read?.(dialog);
    expect(await largeTextFaults(page, [390])).toEqual([]);
    const before = await storedData();
    const isAction = (name: string) => row.actions?.some((action) => name.startsWith(action));
    for (const name of names.filter((each) => !isAction(each))) {
      await tapTwice(page, dialog.getByRole('button', { name, exact: true }).first());
      await waitForIdle(page);
      if (row.isKept || row.change) await dialog.waitFor({ timeout: 1000 });
      expect([name, await storedData()]).toEqual([name, before]);
      await again(row, names);
    }
    expect(await row.read?.(dialog)).toBe(typed);
  });

  // A window of 1280 × 1024 pixels at a zoom of 400 %.
  it('is reached in all of its parts at 400 % zoom by scrolling down', async () => {
    const page = await begin(row);
    await page.setViewportSize({ width: 320, height: 256 });
    await pressEnterOn(row.opener(page));
    await named(page, row).waitFor();
    await waitForIdle(page);
    expect([
      await sidewaysScroll(page),
      await noticeFaults(page),
      await controlsOutOfReach(page),
    ]).toEqual([0, [], []]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1024, height: 900 });
  });

  it.skipIf(row.isOnce || row.isKept)('gives the focus back to its opener', async () => {
    const page = await begin(row);
    const opener = await row.opener(page).elementHandle();
    await pressEnterOn(row.opener(page));
    await named(page, row).waitFor();
    await page.locator('[role="dialog"]:focus-within').last().waitFor();
    // A dialog that waits for its record is replaced by the one with its fields.
    await waitForIdle(page);
    await page.keyboard.press('Escape');
    await named(page, row).waitFor({ state: 'detached' });
    await expect.poll(() => opener?.evaluate(isFocusedOrInMenu)).toBe(true);
  });

  it.skipIf(!row.states)('fits a phone in its other states', async () => {
    const page = await begin(row);
    const dialog = await open(row);
    for (const reach of row.states ?? []) {
      await reach(dialog);
      expect(await largeTextFaults(page, [390])).toEqual([]);
    }
  });

  it.skipIf(!row.change)('confirms before it discards typed text', async () => {
    const page = await begin(row);
    const dialog = await open(row);
    const typed = await row.read?.(dialog);
    const leave = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.dblclick(5, 450),
      () => page.touchscreen.tap(5, 450),
    ];
    for (const each of leave) {
      for (const time of [1, 2]) {
        await each();
        expect([time, await dialog.count()]).toEqual([time, 1]);
        expect([time, await row.read?.(dialog)]).toEqual([time, typed]);
      }
    }
    const question = page.getByRole('dialog', { name: 'Close and discard?' });
    const outside = async () => page.mouse.click(5, 450);
    const escape = async () => page.keyboard.press('Escape');
    for (const ask of row.ignoresOutside ? [escape] : [outside, escape]) {
      await expect.poll(async () => (await question.count()) > 0 || ask()).toBe(true);
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect
        .poll(async () => dialog.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true);
      await question.waitFor({ state: 'detached' });
    }
    await expect
      .poll(async () => (await question.count()) > 0 || page.keyboard.press('Escape'))
      .toBe(true);
    await expect.poll(() => focused(page)).toBe('Stay');
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

/** Once it takes the focus, which it does not below a dialog that is about to go. */
async function pressEnterOn(opener: Locator): Promise<void> {
  await expect(async () => {
    await opener.focus();
    await expect(opener).toBeFocused({ timeout: 500 });
  }).toPass();
  await opener.press('Enter');
}

/** Closes the question above it, and opens it again where it has closed or gone on. */
async function again(row: Row, names: readonly string[]): Promise<void> {
  const page = pageOf(row);
  if (
    (await page.getByRole('dialog', { name: /^Close (?:and discard|without a copy)\?$/ }).count()) >
    0
  )
    await page.keyboard.press('Escape');
  const isSame =
    (await named(page, row).count()) === 1 &&
    String(await buttonsOf(named(page, row))) === String(names);
  if (isSame) return;
  await begin(row);
  await open(row);
}

/** A menu has closed over its item, and its button has the focus. */
function isFocusedOrInMenu(opener: Element): boolean {
  const { activeElement } = document;
  const menuButton = opener.checkVisibility()
    ? null
    : opener.closest('[popover]')?.previousElementSibling;
  return activeElement === opener || (menuButton !== null && activeElement === menuButton);
}
