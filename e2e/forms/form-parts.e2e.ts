import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { a11yViolations } from '../support/a11y.ts';
import { clickTwiceAtOnce } from '../support/dialog-presses.ts';
import { deepIt, expect } from '../support/test.ts';
import { useParts } from '../support/parts.ts';

// Rules that hold for every form of a page, because each is a `FormShell` whose saving is a
// `useOneMutation`; those of records compare versions by `useRecordForm`.
const openParts = useParts();

const name = (page: Page) => page.getByLabel('Name');
const stored = (page: Page) => page.getByLabel('Stored');
const button = (page: Page, label: string) =>
  page.getByRole('button', { name: label, exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' });

/** From the page of parts, so that Back does not leave it. */
async function openForm(): Promise<Page> {
  const page = await openParts();
  await page.getByRole('link', { name: 'A form of a page' }).click();
  await page.getByRole('heading', { name: 'A form of a page' }).waitFor();
  return page;
}

it('asks before typed text is lost, and keeps it by Stay, on each way out', async () => {
  const page = await openForm();
  // Typed as by hand: a browser asks before a reload only after an action of the user.
  await name(page).click();
  await name(page).pressSequentially('12');
  const typed = await name(page).inputValue();
  const ways = [
    () => page.getByRole('link', { name: 'Go Back' }).click(),
    () => page.evaluate(() => history.back()),
  ];
  for (const leave of ways) {
    await leave();
    await expect(button(page, 'Stay')).toBeFocused();
    await button(page, 'Stay').click();
    await expect(question(page)).toHaveCount(0);
    await expect(name(page)).toHaveValue(typed);
  }
  const [requested] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate(() => void setTimeout(() => location.reload())),
  ]);
  expect(requested.type()).toBe('beforeunload');
  await requested.dismiss();
  await expect(name(page)).toHaveValue(typed);
  await page.getByRole('link', { name: 'Go Back' }).click();
  await page.getByRole('button', { name: 'Leave', disabled: false }).click();
  await expect(stored(page)).toHaveText('Thandi Mokoena, 0825550101, version 1, 0 requests');
});

it('asks nothing where nothing was typed, or what was typed is saved', async () => {
  const page = await openForm();
  await page.getByRole('link', { name: 'Go Back' }).click();
  await page.getByRole('link', { name: 'A form of a page' }).click();
  await name(page).fill('Thandi Dube');
  await name(page).press('Enter');
  await expect(stored(page)).toHaveText('Thandi Dube, 0825550101, version 2, 1 requests');
  await expect(question(page)).toHaveCount(0);
});

it('saves once by a double press, which says so while it lasts', async () => {
  const page = await openForm();
  await name(page).fill('Thandi Dube');
  await clickTwiceAtOnce(button(page, 'Save'));
  await expect(button(page, 'Save')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await expect(stored(page)).toHaveText('Thandi Dube, 0825550101, version 2, 1 requests');
});

it('leaves the fields as they were sent until the answer is there', async () => {
  const page = await openForm();
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await name(page).fill('Thandi Dube');
  await name(page).press('Enter');
  await name(page).pressSequentially(', and more');
  await expect(name(page)).toHaveValue('Thandi Dube');
  await page.getByLabel('Kind').press('ArrowDown');
  await expect(page.getByLabel('Kind')).toHaveValue('attorney');
  await page.getByLabel('Active').click();
  await expect(page.getByLabel('Active')).toBeChecked();
  await button(page, 'Another user saves').click();
  await page.clock.resume();
  await expect(stored(page)).toHaveText('Thandi Dube, 0825550101, version 2, 1 requests');
});

it('keeps the focus in the first wrong field when a second press misses the button', async () => {
  const page = await openForm();
  await name(page).fill('');
  const box = await button(page, 'Save').boundingBox();
  if (box === null) throw new Error('The button is not on the screen.');
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.click(...at);
  await expect(name(page)).toBeFocused();
  await expect(name(page)).toHaveAccessibleDescription('Enter a name.');
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(name(page)).toBeFocused();
});

deepIt('moves no button under a press by the message of the field that is left', async () => {
  const page = await openForm();
  await name(page).fill('');
  await page.getByRole('link', { name: 'Go Back' }).hover();
  const before = await page.getByRole('link', { name: 'Go Back' }).boundingBox();
  await page.mouse.down();
  expect(await page.getByRole('link', { name: 'Go Back' }).boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(question(page)).toBeVisible();
});

it('shows an error of the server at its field or above, and no earlier one', async () => {
  const page = await openForm();
  await name(page).fill('Offline');
  await name(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await expect(name(page)).toBeFocused();
  await name(page).fill('');
  await button(page, 'Save').click();
  await expect(name(page)).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await name(page).fill('Taken');
  await button(page, 'Save').click();
  await expect(name(page)).toHaveAccessibleDescription('Taken already.');
  expect(await a11yViolations(page)).toEqual([]);
});

async function meetAnotherUser(page: Page): Promise<void> {
  await name(page).fill('Thandi Dube');
  await button(page, 'Another user saves').click();
  await button(page, 'Save').click();
  const rows = page.getByRole('table', { name: 'What differs' }).getByRole('row');
  await expect(rows).toHaveText([
    /Field/,
    /Name\s*Thandi Mokoena\s*Thandi Dube/,
    /Cell\s*0835550199\s*Not changed/,
  ]);
}

deepIt('keeps what was typed and what another user changed, by Keep my changes', async () => {
  const page = await openForm();
  await meetAnotherUser(page);
  await button(page, 'Keep my changes').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByLabel('Cell')).toHaveValue('0835550199');
  await button(page, 'Save').click();
  await expect(stored(page)).toHaveText('Thandi Dube, 0835550199, version 3, 2 requests');
});

deepIt('shows what another user saved by Use theirs, which is not unsaved then', async () => {
  const page = await openForm();
  await meetAnotherUser(page);
  await button(page, 'Use theirs').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(name(page)).toHaveValue('Thandi Mokoena');
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(stored(page)).toHaveText('Thandi Mokoena, 0835550199, version 2, 1 requests');
});
