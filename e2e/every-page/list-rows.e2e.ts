import { beforeAll, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import { escapeFrom } from '../support/keyboard.ts';
import { dayIn } from '../support/days.ts';
import { expect } from '../support/test.ts';
import { waitForIdle } from '../support/browser.ts';
import { open } from '../support/page-sweep.ts';
import { callApi } from '../support/wire.ts';

// Rules of all lists: a press on a row, the sizes of a page, and what fits in a row.
useApp();
let page: Page;
beforeAll(async () => {
  ({ page } = await asAdmin());
});

it.each([
  ['attorney-list', 'td[data-label="Phone"]', /update-attorney\?attorneyId=/],
  ['disbursement-list', 'tr:has(a[aria-label="Edit Photocopies"]) td', /update-disbursement/],
  ['matters', 'td[data-label="Client"]', /entries\?matter=/],
] as const)('opens a row of %s by a press beside its links', async (list, cell, address) => {
  await open(page, `/home/attorneys/${list}`);
  await page.locator(cell).first().click();
  await expect(page).toHaveURL(address);
});

it('does not open the built-in disbursement type, which has no page', async () => {
  await open(page, '/home/attorneys/disbursement-list');
  const call = page.getByRole('row', { name: /Call/ }).getByRole('cell', { name: 'Call' }).first();
  await expect(call).toHaveCSS('cursor', 'auto');
  await call.click();
  await waitForIdle(page);
  await expect(page).toHaveURL(/\/home\/attorneys\/disbursement-list$/);
});

it.each([
  ['attorney-list', ['5', '10', '20']],
  ['disbursement-list', ['5', '10', '20']],
  ['matters', ['5', '10', '20', '50', '100']],
  ['entries', ['5', '10', '20', '50', '100']],
] as const)('offers on %s the sizes of a page %j', async (list, sizes) => {
  await open(page, `/home/attorneys/${list}?size=100`);
  const size = page.getByLabel('Rows per page');
  await expect(size.locator('option')).toHaveText([...sizes]);
  const isLong = sizes.length > 3;
  await expect(page).toHaveURL((url) => url.search === (isLong ? '?size=100' : ''));
});

it('breaks no day of an export on a tablet', async () => {
  const days = { from: dayIn(-60), to: dayIn(-1) };
  await callApi(demoFirmAdmins.lerato, 'POST', '/exports', days);
  await page.setViewportSize({ width: 1024, height: 900 });
  await open(page, '/home/attorneys/exports');
  const period = page.locator('td[data-label="Period"]').first();
  await expect.poll(() => period.evaluate(linesOfLastDay)).toBe(1);
});

it('opens the actions of a matter beside its button, by keyboard and by touch', async () => {
  const { page: phone } = await signedIn(demoFirmAdmins.lerato, matters, { hasTouch: true });
  const button = phone.getByRole('button', { name: 'Actions on NP0003' });
  const menu = phone.getByRole('list', { name: 'Actions on NP0003' });
  for (const width of [1440, 1024, 390]) {
    await phone.setViewportSize({ width, height: 625 });
    await waitForIdle(phone);
    await button.tap();
    await expect(menu.getByRole('listitem')).toHaveText([
      'Entries',
      'Statement',
      'Taxation pack',
      'Phones',
      'Set cap',
    ]);
    await expect(menu.getByRole('link', { name: 'Entries on NP0003' })).toBeInViewport();
    await expect(menu.getByRole('button', { name: 'Set cap of NP0003' })).toBeInViewport();
    await expect.poll(() => gapBetween(button, menu), `at ${width} pixels`).toBeLessThan(12);
    await phone.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }
  await button.press('Enter');
  await phone.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Entries on NP0003' })).toBeFocused();
  await phone.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await button.press('Enter');
  for (let presses = 0; presses < 5; presses += 1) await phone.keyboard.press('Tab');
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('dialog', { name: /^Cap of NP0003/ })).toBeVisible();
  await escapeFrom(phone.getByRole('dialog'));
  await expect(button).toBeFocused();
});

it('opens each menu within the window of a phone held sideways', async () => {
  const { page: phone } = await signedIn(demoFirmAdmins.lerato, matters, { hasTouch: true });
  await phone.setViewportSize({ width: 844, height: 390 });
  await waitForIdle(phone);
  const account = phone.getByRole('button', { name: 'Account of Lerato Nkosi' });
  await account.tap();
  await expectWithinWindow(phone.getByRole('navigation', { name: 'Account' }));
  await phone.keyboard.press('Escape');
  const button = phone.getByRole('button', { name: 'Actions on NP0003' });
  const menu = phone.getByRole('list', { name: 'Actions on NP0003' });
  for (const top of [60, 120, 165, 180, 240, 330]) {
    await button.evaluate((element, y) => {
      scrollBy(0, element.getBoundingClientRect().top - y);
    }, top);
    await button.press('Enter');
    await expectWithinWindow(menu.locator('..'));
    await phone.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }
});

/** The menu is in the window, and scrolls to each of its items. */
async function expectWithinWindow(menu: Locator): Promise<void> {
  await expect(menu).toBeInViewport({ ratio: 1 });
  const items = menu.getByRole('link').or(menu.getByRole('button'));
  await expect(items.first()).toBeInViewport();
  for (const item of await items.all()) {
    await item.scrollIntoViewIfNeeded();
    await expect(item).toBeInViewport({ ratio: 0.9 });
  }
}

it('says how many attorneys are below the edge of their list', async () => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await open(page, '/home/attorneys/attorney-list');
  const list = page.getByRole('region', { name: 'Attorneys, scrolling' });
  await expect(page.getByText(/^\d more below$/)).toBeVisible();
  await list.focus();
  await page.keyboard.press('End');
  await expect(page.getByText(/more below$/)).toBeHidden();
  await page.keyboard.press('Home');
  await expect(page.getByText(/^\d more below$/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(/more below$/)).toBeHidden();
});

it.each(['entries', 'month-end', 'calls'])('selects on %s at the left', async (list) => {
  const { page: own } = await signedIn(demoFirmAdmins.anneke, `/home/attorneys/${list}`);
  await waitForIdle(own);
  for (const width of [1440, 390]) {
    await own.setViewportSize({ width, height: 900 });
    await expect(own.getByRole('checkbox', { name: /^Select: / }).first()).toBeVisible();
    const row = own
      .getByRole('row')
      .filter({ has: own.getByRole('checkbox') })
      .first();
    await expect(row.getByRole('cell').first().getByRole('checkbox')).toHaveCount(1);
    const left = async (part: Locator) => (await part.boundingBox())?.x ?? 0;
    const box = await left(row.getByRole('checkbox'));
    expect(box - (await left(row))).toBeLessThan(30);
  }
});

it('draws the heads of all tables alike', async () => {
  const looks = new Set<string>();
  for (const place of ['attorney-list', 'fees', 'month-end', 'overview', 'audit']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, `/home/attorneys/${place}`);
    for (const closed of await page.getByText('Show as a table').all()) await closed.click();
    const heads = await page.getByRole('columnheader').all();
    for (const head of heads) if ((await head.innerText()) !== '') looks.add(await look(head));
  }
  expect([...looks]).toHaveLength(1);
});

it('draws headings below those of a panel on one scale', async () => {
  const sizes = new Set<string>();
  for (const place of ['overview', 'integrations']) {
    await open(page, `/home/attorneys/${place}`);
    for (const heading of await page.getByRole('heading', { level: 3 }).all())
      sizes.add(await heading.evaluate((each) => getComputedStyle(each).fontSize));
  }
  expect([...sizes]).toEqual(['16px']);
});

it('ends the bar where the page ends, at each width', async () => {
  for (const width of [1920, 1440, 1366, 1024, 390]) {
    await page.setViewportSize({ width, height: 625 });
    await open(page, '/home/attorneys/attorney-list');
    const account = page.getByRole('button', { name: /^Account of / });
    const panel = page.getByRole('main').locator('> :last-child');
    await expect
      .poll(async () => (await right(account)) - (await right(panel)), `at ${width} pixels`)
      .toBe(0);
  }
});

it('hints that a list goes on, until its end', async () => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await open(page, '/home/attorneys/attorney-list');
  const list = page.getByRole('region', { name: 'Attorneys, scrolling' });
  // The pixels of its lower right corner, where no text is.
  const shades = async () => {
    const { width = 0, ...box } = (await list.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    const clip = { x: box.x + width - 8, y: box.y + box.height - 12, width: 4, height: 10 };
    const picture = await page.screenshot({ clip });
    return picture.toString('base64');
  };
  const goesOn = await shades();
  await list.focus();
  await page.keyboard.press('End');
  await expect.poll(() => list.evaluate(isAtEnd)).toBe(true);
  await expect.poll(shades).not.toBe(goesOn);
  await page.keyboard.press('Home');
  await expect.poll(shades).toBe(goesOn);
});

const matters = '/home/attorneys/matters';

async function right(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  return Math.round((box?.x ?? 0) + (box?.width ?? 0));
}

/** Pixels between a button and what it opened above or below. */
async function gapBetween(button: Locator, opened: Locator): Promise<number> {
  const [one, other] = [await button.boundingBox(), await opened.boundingBox()];
  if (!one || !other) return Infinity;
  return Math.min(Math.abs(other.y - one.y - one.height), Math.abs(one.y - other.y - other.height));
}

/** Ground, colour and letters of a head; the one that sorts is darker. */
function look(head: Locator): Promise<string> {
  return head.evaluate((each) => {
    const { backgroundColor, fontSize, fontWeight, color } = getComputedStyle(each);
    return [backgroundColor, fontSize, fontWeight, color].join(' ');
  });
}

const isAtEnd = (list: Element) => list.scrollTop + list.clientHeight >= list.scrollHeight - 1;

function linesOfLastDay(cell: Element): number {
  const text = cell.firstChild ?? cell;
  const message = text.textContent ?? '';
  const range = document.createRange();
  range.setStart(text, message.indexOf('–') + 2);
  range.setEnd(text, message.length);
  return range.getClientRects().length;
}
