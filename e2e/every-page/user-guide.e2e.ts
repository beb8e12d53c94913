import { it } from 'vitest';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { expect } from '../support/test.ts';
import { asAdmin, openWindow, recoup, signedIn, useApp } from '../support/app.ts';

useApp();

it('shows the guide without a sign-in, with every picture in its place', async () => {
  const { page, consoleErrors } = await openWindow({ width: 390, colorScheme: 'dark' });
  await page.goto(`${recoup.url}/guide`);
  await page.getByRole('heading', { level: 1, name: 'User guide' }).waitFor();
  await page.getByRole('heading', { level: 2 }).nth(4).waitFor();
  const pictures = await page.getByRole('main').getByRole('img').all();
  expect(pictures.length).toBeGreaterThan(3);
  for (const picture of pictures) {
    const height = async () => (await picture.boundingBox())?.height;
    const reserved = await height();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(300);
    expect(await height()).toBe(reserved);
  }
  const text = await page.getByRole('main').innerText();
  expect(text).not.toMatch(/\*\*|`|\]\(/);
  expect(text.split(/\s+/).length).toBeLessThan(1_300);
  expect(consoleErrors).toEqual([]);
});

it('is linked from the bar, from the dialog of shortcuts and from the palette', async () => {
  const { page, consoleErrors } = await asAdmin();
  const isOpen = async () => {
    await page.waitForURL('**/guide');
    await page.getByRole('heading', { level: 1, name: 'User guide' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Attorneys' }).waitFor();
  };
  await page.getByRole('banner').getByRole('link', { name: 'User guide' }).click();
  await isOpen();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('link', { name: 'User guide' }).click();
  await isOpen();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('help');
  await page.getByRole('option', { name: /User guide/ }).waitFor();
  await page.keyboard.press('Enter');
  await isOpen();
  expect(consoleErrors).toEqual([]);
});

it('is in the account menu of a phone, where the bar has no room for it', async () => {
  const { page } = await signedIn(demoAttorneys.thabo, undefined, { width: 390 });
  await expect(page.getByRole('banner').getByRole('link', { name: 'User guide' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Account of / }).click();
  const menu = page.getByRole('navigation', { name: 'Account' });
  await menu.getByRole('link', { name: 'User guide' }).click();
  await page.waitForURL('**/guide');
});
