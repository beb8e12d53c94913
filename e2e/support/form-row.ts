import type { Locator, Page } from 'playwright-core';

export type Form = {
  /** The path of its page in the router. */
  page: string;
  form: string;
  as: { email: string; password: string };
  /**
   * The page before it; `open` goes on from there within the program, so that Back does not leave
   * it.
   */
  at: string;
  open: (page: Page) => Promise<void>;
  field: (page: Page) => Locator;
  /** What the palette finds on the same page with another query. */
  another?: { search: string; option: RegExp };
  /** It stands in a dialog, which covers links and menus. */
  isDialog?: true;
  /** A step of its page: Back leads to the step before, and what was typed is kept. */
  isStep?: true;
};
