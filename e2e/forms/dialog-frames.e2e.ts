import { describe, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { largeTextFaults } from '../support/a11y.ts';
import { clickTwiceAtOnce, tapTwice } from '../support/dialog-presses.ts';
import { expect } from '../support/test.ts';
import { controlsOutOfReach, unnamedControls } from '../support/reach.ts';
import { useParts } from '../support/parts.ts';

// Rules that hold for every dialog, because each is drawn by one of these frames
// (`scripts/check/style.mjs`).
const openParts = useParts();

type Frame = {
  opener: string;
  name: string;
  /** The element with the first focus. */
  first: string;
  /** The name of its action. */
  action?: string;
  /** Its action cannot be taken back, or it opens under a press for something else. */
  isGuarded?: true;
  /** Its way back beside Escape and Close. */
  back?: string;
  /** Closes it where it asks; Discard without it. */
  discard?: string;
};

const typing = { first: 'Narration', action: 'Save', back: 'Cancel' };
const small: Frame = { opener: 'Open small', name: 'A small dialog', ...typing };
const large: Frame = { opener: 'Open large', name: 'A large dialog', ...typing };
const stored: Frame = { opener: 'Open kept', name: 'A kept dialog', ...typing };
const form: Frame = { ...typing, opener: 'Open form', name: 'A form', first: 'Name' };
const step: Frame = {
  opener: 'Open deed',
  name: 'Sign Thandi out everywhere?',
  first: 'Cancel',
  action: 'Sign out',
  isGuarded: true,
  back: 'Cancel',
};
const confirm: Frame = {
  opener: 'Delete',
  name: 'Delete this layout?',
  first: 'Keep it',
  action: 'Delete permanently',
  isGuarded: true,
  back: 'Keep it',
};
const sudden: Frame = {
  opener: 'Open sudden',
  name: 'A sudden dialog',
  first: 'Go on',
  action: 'Leave',
  isGuarded: true,
};
const once: Frame = {
  opener: 'Open once',
  name: 'Your API key',
  first: 'Copy',
  back: 'Done',
  discard: 'Close anyway',
};
const closable: readonly Frame[] = [
  small,
  large,
  form,
  step,
  confirm,
  { opener: 'Open bare', name: 'A bare dialog', first: 'Search' },
];
const asking: readonly Frame[] = [
  { opener: 'Open changed', name: 'A changed dialog', ...typing },
  once,
];

const dialogs = (page: Page) => page.getByRole('dialog');
const opener = (page: Page, frame: Frame) =>
  page.getByRole('button', { name: frame.opener, exact: true });
const named = (page: Page, { name }: Frame) => page.getByRole('dialog', { name, exact: true });
const button = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name, exact: true, disabled: false });
const done = (page: Page) => page.getByLabel('Done');
const question = (page: Page) =>
  page.getByRole('dialog', { name: /^Close (?:and discard|without a copy)\?$/ });

type Way = (page: Page) => Promise<unknown>;

const byEscape: Way = (page) => page.keyboard.press('Escape');
const byClickBeside: Way = (page) => page.mouse.click(5, 450);

function waysOut({ name, back }: Frame): readonly Way[] {
  const buttons = back === undefined ? [] : ['Close', back];
  const byButtons = buttons.map(
    (each): Way =>
      (page) =>
        button(page.getByRole('dialog', { name, exact: true }), each).click(),
  );
  return [byEscape, byClickBeside, ...byButtons];
}

/** Until it has its effect: a dialog hears neither Escape nor clicks when it has just opened. */
async function leave(page: Page, way: Way, effect: (timeout: number) => Promise<void>) {
  await expect(async () => {
    await way(page);
    await effect(200);
  }).toPass({ timeout: 10_000 });
}

async function openFrame(frame: Frame): Promise<{ page: Page; dialog: Locator }> {
  const page = await openParts('#/dialogs');
  await opener(page, frame).click();
  const dialog = named(page, frame);
  await expect(page.locator(':focus')).toHaveAccessibleName(frame.first);
  return { page, dialog };
}

/** However slow the machine is, no time passes on the page. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

it.each([...closable, ...asking, stored, sudden])(
  'opens $opener once by a double tap, ignores presses in its first moment, fits, is labelled',
  async (frame) => {
    const page = await openParts('#/dialogs');
    await stopTime(page);
    await tapTwice(page, opener(page, frame));
    const dialog = named(page, frame);
    await expect(dialog).toBeVisible();
    // At once, not by a timer, which would take back what a fast typist does meanwhile.
    await expect(page.locator(':focus')).toHaveAccessibleName(frame.first);
    if (frame.isGuarded && frame.action !== undefined)
      await clickTwiceAtOnce(dialog.getByRole('button', { name: frame.action, exact: true }));
    await byClickBeside(page);
    await page.clock.runFor(400);
    await expect(dialogs(page)).toHaveCount(1);
    await expect(dialog).toBeVisible();
    await expect(done(page)).toHaveText('');
    await expect(page.locator(':focus')).toHaveAccessibleName(frame.first);
    await page.clock.resume();
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    expect(await unnamedControls(page)).toEqual([]);
    expect(await largeTextFaults(page, [390])).toEqual([]);
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await controlsOutOfReach(page)).toEqual([]);
  },
);

it.each(closable)('closes $opener by each way out, and gives the focus back', async (frame) => {
  const { page, dialog } = await openFrame(frame);
  for (const way of waysOut(frame)) {
    await leave(page, way, (timeout) => expect(dialog).toHaveCount(0, { timeout }));
    await expect(opener(page, frame)).toBeFocused();
    await page.getByRole('heading', { level: 1 }).click();
    await opener(page, frame).click();
  }
  await expect(done(page)).toHaveText('');
});

it.each(asking)('asks on each way out of $opener before it discards', async (frame) => {
  const { page, dialog } = await openFrame(frame);
  const { discard = 'Discard' } = frame;
  for (const way of waysOut(frame)) {
    await leave(page, way, (timeout) => expect(question(page)).toBeVisible({ timeout }));
    await expect(button(question(page), 'Stay')).toBeFocused();
    // Escape closes only the upper one of two dialogs.
    await leave(page, byEscape, (timeout) => expect(question(page)).toHaveCount(0, { timeout }));
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await stopTime(page);
  await byEscape(page);
  await clickTwiceAtOnce(question(page).getByRole('button', { name: discard }));
  await expect(question(page)).toBeVisible();
  await page.clock.resume();
  await button(question(page), discard).click();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(opener(page, frame)).toBeFocused();
  await expect(done(page)).toHaveText('');
});

it('goes to each control by Tab without the browser: Safari leaves out buttons', async () => {
  const { page, dialog } = await openFrame(small);
  // Of a script: the browser does nothing by itself.
  const tab = async (shiftKey: boolean) =>
    dialog.locator(':focus').evaluate((control, isBack) => {
      const options = { key: 'Tab', shiftKey: isBack, bubbles: true, cancelable: true };
      control.dispatchEvent(new KeyboardEvent('keydown', options));
    }, shiftKey);
  for (const name of ['Cancel', 'Save', 'Close', 'Narration']) {
    await tab(false);
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  for (const name of ['Close', 'Save', 'Cancel', 'Narration']) {
    await tab(true);
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
});

it('asks in a form once it is changed, and keeps the text by Stay', async () => {
  const { page, dialog } = await openFrame(form);
  const name = dialog.getByLabel('Name');
  await name.fill('Ann');
  for (const way of waysOut(form)) {
    await leave(page, way, (timeout) => expect(question(page)).toBeVisible({ timeout }));
    await button(question(page), 'Stay').click();
    await expect(question(page)).toHaveCount(0);
    await expect(name).toHaveValue('Ann');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
});

it('stays open without a way out, and beside a click where it is kept', async () => {
  const { page, dialog } = await openFrame(sudden);
  await expect(button(dialog, 'Leave')).toBeVisible();
  await expect(button(dialog, 'Close')).toHaveCount(0);
  for (const way of [byEscape, byClickBeside]) await way(page);
  await expect(dialog).toBeVisible();
  const second = await openFrame(stored);
  await expect(button(second.dialog, 'Save')).toBeVisible();
  await byClickBeside(second.page);
  await expect(second.dialog).toBeVisible();
  await byEscape(second.page);
  await expect(second.dialog).toHaveCount(0);
});

it('stays open when text is selected up to beyond its edge', async () => {
  const { page, dialog } = await openFrame(small);
  await expect(button(dialog, 'Save')).toBeVisible();
  const field = await dialog.getByLabel('Narration').boundingBox();
  if (field === null) throw new Error('The field is not shown.');
  await page.mouse.move(field.x + 20, field.y + 10);
  await page.mouse.down();
  await page.mouse.move(5, 450, { steps: 4 });
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  // The dialog would be gone by the next press.
  await dialog.getByLabel('Narration').click();
  await expect(dialog.getByLabel('Narration')).toBeFocused();
});

describe('runs an action once by a double press', () => {
  it.each([small, large, confirm])(
    'of $action in $opener, and opens nothing by what is left of it',
    async (frame) => {
      const { page, dialog } = await openFrame(frame);
      await tapTwice(page, button(dialog, frame.action ?? ''));
      await expect(dialogs(page)).toHaveCount(0);
      await expect(done(page)).toHaveText(frame.action ?? '');
      await expect(opener(page, frame)).toBeFocused();
    },
  );

  it('in a form, which stays open and cannot be closed while it saves', async () => {
    const { page, dialog } = await openFrame(form);
    await dialog.getByLabel('Name').fill('Ann');
    await button(dialog, 'Save').waitFor();
    await stopTime(page);
    await clickTwiceAtOnce(button(dialog, 'Save'));
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true');
    await expect(dialogs(page)).toHaveCount(1);
    await page.clock.resume();
    await expect(dialogs(page)).toHaveCount(0);
    await expect(done(page)).toHaveText('Save form');
    await expect(opener(page, form)).toBeFocused();
  });

  it('after the password that it asks for', async () => {
    const { page, dialog } = await openFrame(step);
    await clickTwiceAtOnce(button(dialog, 'Sign out'));
    const password = dialog.getByLabel(/^Password/);
    await expect(password).toBeFocused();
    await password.fill('wrong');
    await password.press('Enter');
    await expect(password).toHaveAccessibleDescription('Wrong password.');
    await password.fill('right');
    await clickTwiceAtOnce(button(dialog, 'Sign out'));
    await expect(dialogs(page)).toHaveCount(0);
    await expect(done(page)).toHaveText('Sign out');
    await expect(opener(page, step)).toBeFocused();
  });

  it('by Enter: the second one finds the opener disabled for a moment', async () => {
    const { page, dialog } = await openFrame(small);
    await button(dialog, 'Save').waitFor();
    await stopTime(page);
    await button(dialog, 'Save').press('Enter');
    await expect(dialogs(page)).toHaveCount(0);
    await page.clock.runFor(100);
    await expect(opener(page, small)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialogs(page)).toHaveCount(0);
    await page.clock.runFor(1_000);
    await page.keyboard.press('Enter');
    await expect(dialogs(page)).toHaveCount(1);
    await expect(done(page)).toHaveText('Save');
  });
});

it('shows what the server refused at its field, else above, and saves then', async () => {
  const { page, dialog } = await openFrame(form);
  const name = dialog.getByLabel('Name');
  await button(dialog, 'Save').click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Enter a name.');
  await name.fill('Offline');
  await name.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('cannot be reached');
  await name.fill('Taken');
  await button(dialog, 'Save').click();
  await expect(name).toHaveAccessibleDescription('Taken already.');
  await expect(name).toBeFocused();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await name.fill('Ann');
  await name.press('Enter');
  await expect(dialogs(page)).toHaveCount(0);
  await expect(done(page)).toHaveText('Save form, Save form, Save form');
});

it('closes what is shown once without a question after it was copied', async () => {
  const { page, dialog } = await openFrame(once);
  await button(dialog, 'Copy').click();
  await expect(button(dialog, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^rk_/);
  await button(dialog, 'Done').click();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(opener(page, once)).toBeFocused();
});
