import { describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { signIn } from '../support/browser.ts';
import { isKeptOffline } from '../support/call-on-matter.ts';
import { chooseMatter } from '../support/entries.ts';
import { startNetwork } from '../support/network.ts';
import { expect } from '../support/test.ts';
import { pdf, photo } from '../support/voucher-files.ts';
import { addVoucher, closeExport, readData, recordCall } from '../support/wire.ts';

useApp();

const { thabo } = demoAttorneys;
const { lerato } = demoFirmAdmins;
const line = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) });
const section = (page: Page) => page.getByRole('dialog').locator('details', { hasText: 'oucher' });
const file = (name: string, buffer: Buffer, mimeType: string) => ({ name, buffer, mimeType });

describe('an attorney', () => {
  it('adds a file to an entry, downloads it, and removes it', async () => {
    await recordCall(thabo, 'With paper');
    const { page, consoleErrors } = await signedIn(thabo, '/home/entries');
    await line(page, 'With paper').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Add a voucher').click();
    await dialog.getByLabel('Add files').setInputFiles(file('Bill.pdf', pdf, 'application/pdf'));
    await expect(dialog.getByRole('list', { name: 'Vouchers' })).toContainText('PDF, 1 page');
    await expect(section(page).getByText('1 voucher', { exact: true })).toBeVisible();
    expect(await a11yViolations(page)).toEqual([]);

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download: Bill.pdf' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('Bill.pdf');

    const text = file('Note.txt', Buffer.from('Paid'), 'text/plain');
    await dialog.getByLabel('Add files').setInputFiles(text);
    await expect(dialog.getByText(/neither a photo .* nor a PDF/)).toBeVisible();

    await dialog.getByRole('button', { name: 'Remove: Bill.pdf' }).click();
    await page
      .getByRole('dialog', { name: 'Remove this voucher?' })
      .getByText('Remove')
      .last()
      .click();
    await expect(page.getByText('Voucher removed.')).toBeVisible();
    await expect(section(page).getByText('Add a voucher').first()).toBeVisible();
    expect(consoleErrors.filter((error) => !error.includes('400'))).toEqual([]);
  });
});

describe('a firm admin', () => {
  it('finds entries by their vouchers, and withdraws one of an exported entry', async () => {
    const { _id } = await recordCall(thabo, 'Exported with paper');
    await addVoucher(thabo, _id, 'Sheriff.jpg');
    await closeExport(lerato);
    const { page } = await signedIn(lerato, '/home/attorneys/entries', { width: 1440 });
    await page.getByLabel('Vouchers').selectOption({ label: 'With vouchers' });
    const table = page.getByRole('table', { name: 'Entries' });
    await expect(table.getByText('1 voucher')).toHaveCount(1);
    const found = table.getByRole('button', { name: /^View/ });
    await expect(found).toHaveCount(1);
    await found.click();
    await page.getByRole('dialog').getByText('1 voucher').click();
    await page.getByRole('button', { name: 'Withdraw: Sheriff.jpg' }).click();
    const question = page.getByRole('dialog', { name: 'Withdraw this voucher' });
    await question.getByLabel('Reason').fill('Of another matter');
    await question.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('Voucher withdrawn.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Vouchers' })).toContainText('Of another matter');
    await expect(page.getByRole('button', { name: 'Withdraw: Sheriff.jpg' })).toHaveCount(0);
  });
});

describe('a photo on a phone', () => {
  it('waits with its entry without a network, and arrives once', async () => {
    const network = await startNetwork(recoup.url);
    const { page, consoleErrors } = await openWindow({ width: 390, hasTouch: true });
    await signIn(page, network.url, thabo, '/home/entries');
    await isKeptOffline(page);
    await page.getByRole('button', { name: 'Add entry' }).click();
    await chooseMatter(page, 'NP');
    await page.getByLabel('Unit price').fill('5');
    await page.getByLabel('Narration').fill('Photographed');
    await network.cut();
    await page.context().setOffline(true);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Photograph voucher' }).click(),
    ]);
    await chooser.setFiles(file('IMG_1.jpg', photo, 'image/jpeg'));
    await expect(page.getByRole('list', { name: 'Photos of vouchers' })).toContainText('Photo 1');
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Vouchers not sent yet' })).toBeVisible();
    // As after a killed app.
    await page.reload();
    await expect(page.getByRole('region', { name: 'Vouchers not sent yet' })).toBeVisible();
    expect(await a11yViolations(page)).toEqual([]);

    await network.restore();
    await page.context().setOffline(false);
    const unsent = page.getByRole('region', { name: 'Vouchers not sent yet' });
    await unsent.waitFor({ state: 'detached' });
    await expect(line(page, 'Photographed · 1 voucher')).toBeVisible();
    const found = await readData<{ _id: string; vouchers: number }[]>(
      thabo,
      '/entries?search=Photographed',
    );
    expect(found).toMatchObject([{ vouchers: 1 }]);
    expect(consoleErrors.filter((error) => !error.includes('ERR_'))).toEqual([]);
    await network.cut();
  });

  it('stays with the reason when it is refused, until it is discarded', async () => {
    const { page } = await openWindow({ width: 390, hasTouch: true });
    await signIn(page, recoup.url, thabo, '/home/entries');
    await page.getByRole('button', { name: 'Add entry' }).click();
    await chooseMatter(page, 'NP');
    await page.getByLabel('Unit price').fill('6');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Photograph voucher' }).click(),
    ]);
    await chooser.setFiles(file('IMG_2.jpg', Buffer.from('No photo'), 'image/jpeg'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const list = page.getByRole('region', { name: 'Vouchers not sent yet' });
    await expect(list).toContainText('neither a photo');

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Photos not sent yet' });
    await expect(question).toContainText('A photo of a voucher has not been sent.');
    await question.getByRole('button', { name: 'Stay' }).click();

    await list.getByRole('button', { name: /^Discard/ }).click();
    await expect(list).toHaveCount(0);
  });
});

describe('several files', () => {
  /** PDFs, which are stored as they come, each with another comment. */
  const counted = (names: readonly string[]) =>
    names.map((name) => {
      const start = Buffer.from(`%PDF-1.4\n% ${name}`);
      return file(name, Buffer.concat([start, pdf.subarray('%PDF-1.4'.length)]), 'application/pdf');
    });

  it('are sent one after the other, again while the server is busy', async () => {
    await recordCall(thabo, 'With many');
    // The waits end when the test has seen them.
    const { page } = await signedIn(thabo, '/home/entries', { hasClock: true });
    let requests = 0;
    await page.route(/\/entries\/[^/]+\/vouchers\?/, async (route) => {
      const wait = ['40', '50'][requests];
      requests += 1;
      if (wait === undefined) return route.fallback();
      const json = { code: 'too_many_requests', message: 'Too many files.' };
      return route.fulfill({ status: 429, headers: { 'retry-after': wait }, json });
    });
    await line(page, 'With many').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Add a voucher').click();
    const files = counted(['a.pdf', 'b.pdf', 'c.pdf']);
    await dialog.getByLabel('Add files').setInputFiles(files);
    await expect(dialog.getByText('a.pdf is sent again in 40 seconds.')).toBeVisible();
    // More, while the first ones wait.
    await dialog.getByLabel('Add files').setInputFiles(counted(['d.pdf']));
    await page.clock.fastForward(40_000);
    await expect(dialog.getByText('a.pdf is sent again in 50 seconds.')).toBeVisible();
    await page.clock.fastForward(50_000);
    const list = dialog.getByRole('list', { name: 'Vouchers' });
    for (const { name } of [...files, { name: 'd.pdf' }]) await expect(list).toContainText(name);
    await expect(page.getByText('4 vouchers added.')).toBeVisible();
    expect(requests).toBe(6);
  });

  it('are named when they were not added, and sent again on request', async () => {
    await recordCall(thabo, 'With some');
    const { page } = await signedIn(thabo, '/home/entries');
    let requests = 0;
    await page.route(/\/entries\/[^/]+\/vouchers\?/, async (route) => {
      requests += 1;
      return requests === 1 ? route.abort() : route.fallback();
    });
    await line(page, 'With some').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Add a voucher').click();
    // Of one name, as photos of a phone may be.
    const texts = ['Paid', 'Paid twice'].map((content) =>
      file('note.txt', Buffer.from(content), 'text/plain'),
    );
    await dialog
      .getByLabel('Add files')
      .setInputFiles([...counted(['lost.pdf', 'kept.pdf']), ...texts]);
    const list = dialog.getByRole('list', { name: 'Vouchers' });
    await expect(list).toContainText('kept.pdf');
    await expect(dialog.getByText(/^lost.pdf was not added/)).toBeVisible();
    await expect(dialog.getByText(/^note.txt was not added/)).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(list).toContainText('lost.pdf');
    await expect(dialog.getByText(/^lost.pdf was not added/)).toHaveCount(0);
    await expect(dialog.getByText(/^note.txt was not added/)).toHaveCount(2);
    await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  });
});
