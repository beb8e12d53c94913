import { it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { expect } from '../support/expect.ts';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import {
  countRecorded,
  deleteOwn,
  expectUnsent,
  notices,
  passTime,
  undo,
} from '../support/undo.ts';
import { line, withCall } from '../support/undo-entries.ts';

useApp();

const { thabo } = demoAttorneys;

it('hides an entry at once, shows it again by Undo, and deletes it after ten seconds', async () => {
  const { page, writes, consoleErrors, end } = await withCall('Undone once');
  const sum = page.getByRole('region', { name: 'Recorded entries' }).locator('h2 + span');
  const before = await sum.innerText();
  await deleteOwn(page, 'Undone once');
  // The time rests while the test looks.
  await undo(page).hover();
  await notices(page)
    .getByText(/^Call on .*, R\s66\.00 deleted\.$/)
    .waitFor();
  await expect(sum).not.toHaveText(before);
  await undo(page).click();
  await line(page, 'Undone once').waitFor();
  await expect(sum).toHaveText(before);
  await passTime(page);
  await expectUnsent(writes, page);
  await deleteOwn(page, 'Undone once');
  await passTime(page);
  await expect.poll(() => countRecorded(thabo, 'Undone once')).toBe(0);
  await expect(undo(page)).toHaveCount(0);
  expect(writes).toEqual(['DELETE']);
  expect(consoleErrors).toEqual([]);
  await end();
});

deepIt('waits while the pointer or the focus is on the notice', async () => {
  const { page, writes, end } = await withCall('Thought about', 1440);
  await deleteOwn(page, 'Thought about');
  await undo(page).hover();
  expect(await a11yViolations(page)).toEqual([]);
  await page.clock.runFor(15_000);
  await undo(page).focus();
  await page.mouse.move(10, 10);
  await page.clock.runFor(15_000);
  await expectUnsent(writes, page);
  await page.keyboard.press('Enter');
  await line(page, 'Thought about').waitFor();
  await expectUnsent(writes, page);
  await end();
});

deepIt('deletes at once when the page is loaded again', async () => {
  const { page, end } = await withCall('Left by a reload');
  await deleteOwn(page, 'Left by a reload');
  await page.reload();
  await expect.poll(() => countRecorded(thabo, 'Left by a reload')).toBe(0);
  await end();
});
