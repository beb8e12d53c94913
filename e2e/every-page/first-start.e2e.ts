import { it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { openWindow, useApp } from '../support/app.ts';
import { signInByForm } from '../support/browser.ts';
import { newDataDir } from '../support/demo.ts';
import { expect } from '../support/test.ts';
import { startRecoup } from '../support/recoup.ts';

useApp();

it('starts in an empty folder with a PostgreSQL of its own, and fills the demo', async () => {
  const first = await startRecoup({ dataDir: await newDataDir() });
  const { page, end } = await openWindow();
  await signInByForm(page, first.url, demoFirmAdmins.lerato);
  await expect(page.getByRole('link', { name: 'Edit Thabo Mokoena' })).toBeVisible();
  await end();
  await first.stop();
});
