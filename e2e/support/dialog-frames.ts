import type { Locator, Page } from 'playwright-core';
import { expect } from './expect.ts';

export type Frame = {
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
export const small: Frame = { opener: 'Open small', name: 'A small dialog', ...typing };
export const large: Frame = { opener: 'Open large', name: 'A large dialog', ...typing };
export const kept: Frame = { opener: 'Open kept', name: 'A kept dialog', ...typing };
export const form: Frame = { ...typing, opener: 'Open form', name: 'A form', first: 'Name' };
export const deed: Frame = {
  opener: 'Open deed',
  name: 'Sign Thandi out everywhere?',
  first: 'Cancel',
  action: 'Sign out',
  isGuarded: true,
  back: 'Cancel',
};
export const confirm: Frame = {
  opener: 'Delete',
  name: 'Delete this layout?',
  first: 'Keep it',
  action: 'Delete permanently',
  isGuarded: true,
  back: 'Keep it',
};
export const sudden: Frame = {
  opener: 'Open sudden',
  name: 'A sudden dialog',
  first: 'Go on',
  action: 'Leave',
  isGuarded: true,
};
export const once: Frame = {
  opener: 'Open once',
  name: 'Your API key',
  first: 'Copy',
  back: 'Done',
  discard: 'Close anyway',
};
export const closable: readonly Frame[] = [
  small,
  large,
  form,
  deed,
  confirm,
  { opener: 'Open bare', name: 'A bare dialog', first: 'Search' },
];
export const asking: readonly Frame[] = [
  { opener: 'Open changed', name: 'A changed dialog', ...typing },
  once,
];

export const dialogs = (page: Page) => page.getByRole('dialog');
export const opener = (page: Page, frame: Frame) =>
  page.getByRole('button', { name: frame.opener, exact: true });
export const named = (page: Page, { name }: Frame) =>
  page.getByRole('dialog', { name, exact: true });
export const button = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name, exact: true, disabled: false });
export const done = (page: Page) => page.getByLabel('Done');
export const question = (page: Page) =>
  page.getByRole('dialog', { name: /^Close (?:and discard|without a copy)\?$/ });

type Way = (page: Page) => Promise<unknown>;

export const byEscape: Way = (page) => page.keyboard.press('Escape');
export const byClickBeside: Way = (page) => page.mouse.click(5, 450);

export function waysOut({ name, back }: Frame): readonly Way[] {
  const buttons = back === undefined ? [] : ['Close', back];
  const byButtons = buttons.map(
    (each): Way =>
      (page) =>
        button(page.getByRole('dialog', { name, exact: true }), each).click(),
  );
  return [byEscape, byClickBeside, ...byButtons];
}

/** Until it has its effect: a dialog hears neither Escape nor clicks when it has just opened. */
export async function leave(page: Page, way: Way, effect: (timeout: number) => Promise<void>) {
  await expect(async () => {
    await way(page);
    await effect(200);
  }).toPass({ timeout: 10_000 });
}
