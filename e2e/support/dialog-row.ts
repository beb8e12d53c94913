import type { Locator, Page } from 'playwright-core';

export type Row = {
  name: string;
  /** The sources that draw it, below `apps/web/src`; each use of a dialog needs a row. */
  files: readonly string[];
  as: { email: string; password: string };
  at: string;
  /** Answers in place of the server's, before the page is loaded. */
  routes?: (page: Page) => Promise<void>;
  /** Until its opener is on the screen. */
  prepare?: (page: Page) => Promise<void>;
  opener: (page: Page) => Locator;
  /** Changes something in it, and reads that. */
  change?: (dialog: Locator) => Promise<void>;
  read?: (dialog: Locator) => Promise<string>;
  /** Other states, each reached from the one before. */
  states?: readonly ((dialog: Locator) => Promise<unknown>)[];
  /** How the buttons begin that are there to change stored data, or to give it up. */
  actions?: readonly string[];
  /** The button of a question that gives nothing up; it has the focus at first. */
  safe?: string;
  /** What is in it would be lost, also unchanged. */
  isKept?: true;
  /** A click outside is ignored. */
  ignoresOutside?: true;
  /** Nothing is typed in it that is to be saved. */
  isSearch?: true;
  /** It opens by itself, or only once for what was prepared. */
  isOnce?: true;
  /** It opens by itself, perhaps while something else is pressed. */
  isSudden?: true;
};

/** The dialogs of one user on one page. */
export const onPage = (
  as: Row['as'],
  at: string,
  rows: readonly Omit<Row, 'as' | 'at'>[],
): readonly Row[] => rows.map((row) => ({ as, at, ...row }));

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();

const openRowMenu = (page: Page) => button(/^Actions on /)(page).click();

/** Opened from the menu of the first row. */
export const inRowMenu = (name: RegExp) => ({ prepare: openRowMenu, opener: button(name) });

export const pressIn = (name: string) => (dialog: Locator) =>
  dialog.getByRole('button', { name, exact: true }).click();

/** Changes a dialog by what is typed into the field. */
export const typed = (label: string, text: string) => ({
  change: (dialog: Locator) => dialog.getByLabel(label).fill(text),
  read: (dialog: Locator) => dialog.getByLabel(label).inputValue(),
});

/** Answers in place of the server: a list, and to a POST the `data` of what was made. */
export async function answer(page: Page, path: string, list: object, data?: object): Promise<void> {
  await page.route(`**/core/api/${path}`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: list })
      : route.fulfill({ status: 201, json: { data } }),
  );
}

/** Presses the first, and waits for the second, which rests for a moment against a second tap. */
export const goOn = (first: string, second: string) => async (page: Page) => {
  await button(first)(page).click();
  const next = page.getByRole('button', { name: second, exact: true, disabled: false });
  await next.waitFor();
};
