import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, openWindow, recoup, useApp } from '../support/app.ts';
import { signIn, type Visit } from '../support/browser.ts';
import { focused } from '../support/keyboard.ts';

useApp();
let admin: Visit;
const dialog = (page: Page) => page.getByRole('dialog');

describe('restores the focus after every dialog of a form', () => {
  const dialogs = [
    'Edit Call',
    'Apply to others: fees of Call',
    'Add Disbursement',
    'Copy fees from…',
  ];
  const escape = async (page: Page) => {
    await dialog(page)
      .locator(':focus')
      .or(dialog(page).and(page.locator(':focus')))
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  };

  beforeAll(async () => {
    admin = await asAdmin();
    await admin.page.getByRole('link', { name: 'Edit Thabo Mokoena' }).click();
    await admin.page.getByRole('button', { name: 'Edit Call' }).waitFor();
  });

  it('by keyboard', async () => {
    const { page } = admin;
    for (const name of dialogs) {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
      await escape(page);
      await expect.poll(() => focused(page)).toBe(name);
    }
  });

  it('by mouse, from nowhere or from a field, the question before leaving as well', async () => {
    const { page } = admin;
    await page.reload();
    for (const name of dialogs) {
      await page.getByRole('button', { name }).click();
      await escape(page);
      await expect.poll(() => focused(page)).toBe(name);
      await page.getByLabel('Cell').focus();
    }
    await page.getByLabel('Name').fill('Somebody Else');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await escape(page);
    await expect.poll(() => focused(page)).toBe('Cancel');
  });

  it('but keeps it in the field where Enter was pressed', async () => {
    const { page } = admin;
    await page.context().setOffline(true);
    await page.getByLabel('Name').press('Enter');
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^Name/);
    await page.context().setOffline(false);
  });

  it('by mouse, and closed by mouse: a press in the dialog is none in the form', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: 'Edit Call' }).click();
    await dialog(page).getByRole('button', { name: 'Close' }).hover();
    await page.mouse.down();
    await expect.poll(() => focused(page)).toBe('Close');
    await page.mouse.up();
    await expect.poll(() => focused(page)).toBe('Edit Call');
  });
});

it('closes no dialog by a press beside it in its first moment, nor when reopened', async () => {
  const { page } = await openWindow();
  await page.clock.install();
  await signIn(page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/attorney-list');
  await page.getByRole('link', { name: 'Edit Thabo Mokoena' }).click();
  const opener = page.getByRole('button', { name: 'Edit Call' });
  await opener.waitFor();
  // Time stands still between the presses, however slow the machine is.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  for (const time of [1, 2]) {
    await opener.press('Enter');
    await dialog(page).waitFor();
    await page.mouse.click(5, 450);
    expect([time, await dialog(page).count()]).toEqual([time, 1]);
    await page.clock.runFor(1_000);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  }
  await opener.press('Enter');
  await dialog(page).waitFor();
  await page.clock.runFor(1_000);
  await page.mouse.click(5, 450);
  await dialog(page).waitFor({ state: 'detached' });
});
