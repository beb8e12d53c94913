import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import { waitForIdle } from '../support/idle.ts';
import { focused } from '../support/keyboard.ts';

useApp();
const schemes = ['light', 'dark'] as const;

it.each(schemes)('shows what is chosen by a ground of its own, in %s', async (colorScheme) => {
  const { page, end } = await asAdmin('/home/attorneys/disbursement-list');
  await page.emulateMedia({ forcedColors: 'active', colorScheme });
  await waitForIdle(page);
  const menu = page.getByRole('complementary', { name: 'Side menu' });
  expect(
    await haveOwnGround(
      menu.getByRole('link', { name: 'Disbursements' }),
      menu.getByRole('link').first(),
    ),
  ).toBe(true);
  const pager = page.getByRole('navigation', { name: 'Pages of Disbursement types' });
  expect(
    await haveOwnGround(
      pager.getByRole('button', { name: 'Page 1' }),
      pager.getByRole('button', { name: 'Page 2' }),
    ),
  ).toBe(true);
  await page.getByRole('button', { name: /^Account of / }).click();
  const themes = page.getByRole('navigation', { name: 'Account' });
  expect(
    await haveOwnGround(themes.getByText('System', { exact: true }), themes.getByText('Dark')),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const options = page.getByRole('dialog').getByRole('option');
  expect(await haveOwnGround(options.first(), options.nth(1))).toBe(true);
  await page.goto(page.url().replace('disbursement-list', 'month-end'));
  await waitForIdle(page);
  const groups = page.locator('button[aria-pressed]');
  expect(await haveOwnGround(groups.first(), groups.nth(1))).toBe(true);
  await end();
});

it.each(schemes)('shows the matter that Enter takes, in %s', async (colorScheme) => {
  const { page, end } = await signedIn(demoAttorneys.thabo, '/home/entries', { width: 390 });
  await page.emulateMedia({ forcedColors: 'active', colorScheme });
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByRole('combobox', { name: 'Matter' }).fill('np000');
  const matters = page.locator('[role="option"]');
  await matters.nth(1).waitFor();
  await page.keyboard.press('ArrowDown');
  expect(
    await haveOwnGround(page.locator('[role="option"][aria-selected="true"]'), matters.last()),
  ).toBe(true);
  await end();
});

it.each(schemes)('shows dots, swatches, bars and Start call, in %s', async (colorScheme) => {
  const { page, end } = await asAdmin('/home/attorneys/attorney-list');
  await page.emulateMedia({ forcedColors: 'active', colorScheme });
  await waitForIdle(page);
  const dots = page.locator('[class*="_dot_"]');
  expect((await grounds(dots)).length).toBe(3);
  expect(await grounds(dots)).not.toContain(await canvas(page));
  await page.goto(page.url().replace('attorney-list', 'overview'));
  await waitForIdle(page);
  const swatches = page.locator('[class*="_legend_"] span');
  await swatches.first().waitFor();
  expect((await grounds(swatches)).length).toBe(await swatches.count());
  expect(await grounds(swatches)).not.toContain(await canvas(page));
  await page.route('**/core/api/matters?*', () => undefined);
  await page.getByRole('link', { name: 'Matters', exact: true }).first().click();
  const bar = page.getByRole('progressbar', { name: 'Loading' });
  await bar.last().waitFor({ state: 'attached' });
  expect(await grounds(bar)).not.toContain(await canvas(page));
  await end();

  const own = await signedIn(demoAttorneys.thabo, '/home/entries', { width: 390 });
  await own.page.emulateMedia({ forcedColors: 'active', colorScheme });
  const start = own.page.getByRole('button', { name: 'Start call' });
  const edge = await start.evaluate((button) => {
    const { borderTopColor, borderTopWidth } = getComputedStyle(button);
    return { borderTopColor, borderTopWidth };
  });
  expect(edge.borderTopWidth).toBe('2px');
  expect(edge.borderTopColor).not.toBe(await canvas(own.page));
  await own.end();
});

it('rings what has the focus', async () => {
  const { page, end } = await asAdmin('/home/attorneys/matters');
  await page.emulateMedia({ forcedColors: 'active' });
  await waitForIdle(page);
  const without: string[] = [];
  for (let count = 0; count < 30; count += 1) {
    await page.keyboard.press('Tab');
    const hasRing = await page.evaluate(
      (ground) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(
          document.activeElement ?? document.body,
        );
        return outlineStyle !== 'none' && outlineWidth !== '0px' && outlineColor !== ground;
      },
      await canvas(page),
    );
    if (!hasRing) without.push(await focused(page));
  }
  expect(without).toEqual([]);
  await end();
});

async function haveOwnGround(chosen: Locator, other: Locator): Promise<boolean> {
  await chosen.waitFor();
  const [ground] = await grounds(chosen);
  const [others] = await grounds(other);
  return ground !== others;
}

/** The different colours of the ground of elements. */
async function grounds(elements: Locator): Promise<string[]> {
  const all = await elements.evaluateAll((found) =>
    found.map((element) => getComputedStyle(element).backgroundColor),
  );
  return [...new Set(all)];
}

/** The colour of the page. */
function canvas(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.createElement('div');
    probe.style.color = 'Canvas';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
}
