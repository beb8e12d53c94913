import { beforeAll, describe, it } from 'vitest';
import { useApp } from '../support/app.ts';
import { rows } from '../support/dialog-list.ts';
import { createDialogVisits, named, prepareDialogs } from '../support/dialog-visits.ts';
import { expect } from '../support/expect.ts';
import { waitForIdle } from '../support/idle.ts';

// `forms/dialog-frames.e2e.ts` does this for each frame of dialogs, this for each dialog.
useApp();

describe('the focus after a dialog', () => {
  const { begin, pageOf } = createDialogVisits();
  beforeAll(prepareDialogs);

  it.each(rows.filter(({ isOnce, isKept }) => !isOnce && !isKept))(
    'is at the opener of “$name”',
    async (row) => {
      const page = await begin(row);
      const opener = await row.opener(page).elementHandle();
      await row.opener(page).press('Enter');
      await named(page, row).waitFor();
      await expect
        .poll(() => pageOf(row).evaluate(() => document.activeElement?.closest('[role="dialog"]')))
        .not.toBeNull();
      // A dialog that waits for its record is replaced by the one with its fields.
      await waitForIdle(page);
      await page.keyboard.press('Escape');
      await named(page, row).waitFor({ state: 'detached' });
      await expect.poll(() => opener?.evaluate(isFocusedOrInMenu)).toBe(true);
    },
  );
});

/** A menu has closed over its item, and its button has the focus. */
function isFocusedOrInMenu(opener: Element): boolean {
  const { activeElement } = document;
  const menuButton = opener.checkVisibility()
    ? null
    : opener.closest('[popover]')?.previousElementSibling;
  return activeElement === opener || (menuButton !== null && activeElement === menuButton);
}
