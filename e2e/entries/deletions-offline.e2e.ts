import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { isKeptOffline } from '../support/call-on-matter.ts';
import { holdNext, startNetwork } from '../support/network.ts';
import { countRecorded, passTime, line, withCall } from '../support/undo.ts';
import { callApi, recordCall } from '../support/wire.ts';
import { notices, signIn } from '../support/browser.ts';

useApp();

const { thabo } = demoAttorneys;
const { lerato } = demoFirmAdmins;
const waiting = (page: Page) => page.getByRole('region', { name: 'Not deleted yet' });

/** The network goes while the entry is open; it is deleted, and the time to undo that passes. */
async function deleteOffline(page: Page, narration: string, cut = async () => {}): Promise<void> {
  await line(page, narration).click();
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
  await remove.waitFor();
  await Promise.all([page.context().setOffline(true), cut()]);
  await remove.click();
  await line(page, narration).waitFor({ state: 'detached' });
  await notices(page)
    .getByText(/^Saved on this device: the deletion of Call on .*, R.66\.00\./)
    .waitFor();
  await passTime(page);
  await waiting(page).getByText('Waiting for a connection').waitFor();
}

it('keeps a deletion without a network, also over a reload, and sends it afterwards', async () => {
  // The browser's own offline mode lets through what leaves with a page.
  const network = await startNetwork(recoup.url);
  await recordCall(thabo, 'Deleted offline');
  const { page, consoleErrors, end } = await openWindow({ width: 390 });
  await page.clock.install();
  await signIn(page, network.url, thabo);
  await isKeptOffline(page);
  await deleteOffline(page, 'Deleted offline', network.cut);
  expect(await a11yViolations(page)).toEqual([]);
  await page.reload();
  await expect(waiting(page).getByText(/^Call on /)).toBeVisible();
  await expect(line(page, 'Deleted offline')).toHaveCount(0);
  expect(await countRecorded(thabo, 'Deleted offline')).toBe(1);
  await network.restore();
  await page.context().setOffline(false);
  // At the latest by the retry after fifteen seconds.
  await waiting(page).waitFor({ state: 'detached' });
  expect(await countRecorded(thabo, 'Deleted offline')).toBe(0);
  await expect(line(page, 'Deleted offline')).toHaveCount(0);
  expect(consoleErrors).toEqual([]);
  await end();
  await network.cut();
});

it('is sent once more when the network comes back while its request is failing', async () => {
  const { page } = await withCall('Sent too early');
  await deleteOffline(page, 'Sent too early');
  const held = await holdNext(page, 'DELETE');
  // The retry after fifteen seconds, and no further one by time.
  await page.clock.pauseAt(Date.now() + 60_000);
  const route = await held.route;
  await page.context().setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await route.abort();
  await expect.poll(() => countRecorded(thabo, 'Sent too early')).toBe(0);
});

deepIt('shows the entry again when the deletion is called off', async () => {
  const { page, writes } = await withCall('Kept after all');
  await deleteOffline(page, 'Kept after all');
  await waiting(page).getByRole('button', { name: 'Keep the entry', disabled: false }).click();
  await line(page, 'Kept after all').waitFor();
  await expect(waiting(page)).toHaveCount(0);
  const sent = writes.length;
  await page.context().setOffline(false);
  await page.clock.runFor(16_000);
  expect(writes).toHaveLength(sent);
  expect(await countRecorded(thabo, 'Kept after all')).toBe(1);
});

it('says in a sentence why it was not deleted, once the network is back', async () => {
  const { page, recorded } = await withCall('Changed meanwhile');
  await deleteOffline(page, 'Changed meanwhile');
  const change = { minutes: 12, reason: 'It took longer' };
  await callApi(lerato, 'PUT', `/entries/${recorded._id}`, change);
  await page.context().setOffline(false);
  await notices(page)
    .getByText(/^Not deleted: Call on .*\. It was changed meanwhile\. Look at it/)
    .waitFor();
  await line(page, 'Changed meanwhile').waitFor();
  await expect(waiting(page)).toHaveCount(0);
});

deepIt('keeps the deletion of a firm admin too, with its reason', async () => {
  await recordCall(thabo, 'Deleted by the firm');
  const search = '/home/attorneys/entries?search=Deleted+by+the+firm';
  const { page } = await signedIn(lerato, search);
  const correct = page.getByRole('button', { name: /^Correct: / });
  await expect(correct).toHaveCount(1);
  await page.clock.install();
  await correct.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Recorded twice');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Delete', disabled: false }).click();
  await passTime(page);
  await waiting(page).getByText('Waiting for a connection').waitFor();
  await page.context().setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  expect(await countRecorded(thabo, 'Deleted by the firm')).toBe(0);
});

deepIt('says at once that it is not deleted on a device without room', async () => {
  const { page } = await withCall('No room to wait');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await line(page, 'No room to wait').click();
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
  await remove.waitFor();
  await page.context().setOffline(true);
  await remove.click();
  await passTime(page);
  await expect(notices(page).getByText(/^Not deleted: Call on /)).toBeVisible();
  await line(page, 'No room to wait').waitFor();
});
