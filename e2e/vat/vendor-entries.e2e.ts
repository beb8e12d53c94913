import { beforeAll, describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp, useVisit } from '../support/app.ts';
import { waitForIdle } from '../support/browser.ts';
import { callApi, recordCall } from '../support/wire.ts';

// The list of entries of a VAT vendor has more to show in the same window.
useApp();
const open = useVisit(demoFirmAdmins.lerato);

const at = '/home/attorneys/entries';
const table = (page: Page) => page.getByRole('table', { name: 'Entries' });
const rightEdge = (all: Element[]) =>
  Math.max(...all.map((one) => Math.round(one.getBoundingClientRect().right)));

beforeAll(async () => {
  const vendor = { isVatVendor: true, vatNumber: '4123456789', pricesIncludeVat: false };
  await callApi(demoFirmAdmins.lerato, 'PUT', '/firm-settings', vendor);
  const numbers = Array.from({ length: 10 }, (_, index) => index + 1);
  await Promise.all(numbers.map((number) => recordCall(demoAttorneys.thabo, `Call ${number}`)));
});

async function narrow(page: Page): Promise<void> {
  await page.getByLabel('Period').selectOption('This month');
  await page.getByLabel('Attorney', { exact: true }).selectOption('Thabo Mokoena');
  await page.getByLabel('Disbursement type').selectOption('Call');
  await page.getByLabel('Exported').selectOption('Not exported');
  await page.getByRole('list', { name: 'Filters' }).getByRole('button').nth(3).waitFor();
  await waitForIdle(page);
}

describe('the list of entries of a VAT vendor', () => {
  it.each([
    [1440, 900, 10],
    [1024, 768, 6],
  ])('shows at %i × %i at least %i of them below four filters', async (width, height, least) => {
    const page = await open(at, width);
    await page.setViewportSize({ width, height });
    await narrow(page);
    const rows = table(page).locator('tbody tr').filter({ hasText: 'VAT R' });
    const bottoms = await rows.evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().bottom),
    );
    expect(bottoms).toHaveLength(10);
    expect(bottoms.filter((bottom) => bottom <= height).length).toBeGreaterThanOrEqual(least);
  });

  deepIt.each([1440, 1200, 1100, 1024])('fits its card at %i pixels', async (width) => {
    const page = await open(at, width);
    await table(page).getByText('VAT R').first().waitFor();
    const overflow = await table(page).evaluate(({ parentElement: box }) =>
      box ? box.scrollWidth - box.clientWidth : Number.NaN,
    );
    expect(overflow).toBe(0);
    const filters = await page.locator('search, search ~ * select').evaluateAll(rightEdge);
    const tableEdge = await table(page).evaluateAll(rightEdge);
    expect(Math.abs(filters - tableEdge)).toBeLessThanOrEqual(1);
  });

  it('leaves room between its filters on a phone', async () => {
    const page = await open(at, 390);
    await waitForIdle(page);
    const [one, next] = await page
      .locator('search ~ * select')
      .evaluateAll((all) => [all[0], all[1]].map((each) => each?.getBoundingClientRect().toJSON()));
    expect(next.left - one.right).toBe(8);
  });
});
