import { it } from 'vitest';
import { a11yViolationsInTwoLooks } from '../support/a11y.ts';
import { asAdmin, useApp } from '../support/app.ts';
import { expect } from '../support/expect.ts';
import { testStates } from '../support/page-states.ts';

useApp();

testStates(a11yViolationsInTwoLooks);

it('announces the result of a search', async () => {
  const { page, end } = await asAdmin();
  const said = page.getByRole('status').filter({ hasText: /^Attorneys: / });
  await expect(said).toHaveText(/1–\d of \d/);
  await page.getByLabel('Search name, email or cell').fill('thabo');
  await expect(said).toHaveText(/1–1 of 1/);
  await page.getByLabel('Search name, email or cell').fill('no-such-person');
  await expect(said).toHaveText(/none/);
  await expect(page.getByRole('navigation', { name: /^Pages of/ })).toHaveCount(0);
  await end();
});
