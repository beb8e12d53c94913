import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { asAdmin, useApp } from '../support/app.ts';
import { expect } from '../support/test.ts';
import { open } from '../support/page-sweep.ts';

useApp();
let page: Page;
beforeAll(async () => {
  ({ page } = await asAdmin());
});

it.each([
  ['update-attorney?attorneyId=junk', 'There is no such attorney.', 'Go Back', 'attorney-list'],
  [
    'update-attorney?attorneyId=00000000-0000-7000-8000-000000000000',
    'There is no such attorney.',
    'Go Back',
    'attorney-list',
  ],
  ['export?exportId=junk', 'There is no such export.', 'Go Back', 'exports'],
] as const)('leads back from %s, which names nothing', async (address, message, back, list) => {
  await open(page, `/home/attorneys/${address}`);
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await page.getByRole('link', { name: back }).click();
  await expect(page).toHaveURL(new RegExp(`/${list}$`));
});
