import { beforeAll, it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import type { Visit } from '../support/browser.ts';
import { expect } from '../support/expect.ts';
import { pageStates } from '../support/page-states.ts';
import { open } from '../support/page-sweep.ts';

useApp();

let visits: Record<'admin' | 'attorney', Visit>;
beforeAll(async () => {
  const [admin, attorney] = await Promise.all([
    signedIn(demoFirmAdmins.lerato),
    signedIn(demoAttorneys.thabo),
  ]);
  visits = { admin, attorney };
});

deepIt.each(pageStates)(
  'has no violation and no sideways scroll with $state',
  async ({ of, at, act }) => {
    const { page, consoleErrors } = visits[of];
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, at);
    await act(page);
    expect(await a11yViolationsInLooks(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

it('announces the result of a search', async () => {
  const { page } = await asAdmin();
  const said = page.getByRole('status').filter({ hasText: /^Attorneys: / });
  await expect(said).toHaveText(/1–\d of \d/);
  await page.getByLabel('Search name, email or cell').fill('thabo');
  await expect(said).toHaveText(/1–1 of 1/);
  await page.getByLabel('Search name, email or cell').fill('no-such-person');
  await expect(said).toHaveText(/none/);
  await expect(page.getByRole('navigation', { name: /^Pages of/ })).toHaveCount(0);
});
