import { it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { expect } from '../support/expect.ts';
import { fillMonthEnd, panel, press } from '../support/hand-over.ts';
import { useVisit } from '../support/shared-visit.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

it('runs a hand-over, shows what became of it, and keeps that without it', async () => {
  const page = await open('/home/attorneys/integrations');
  await panel(page).getByRole('button', { name: 'Add a hand-over' }).click();
  await fillMonthEnd(page);
  await press(page, 'Save', 'Add a hand-over');
  await panel(page).getByRole('button', { name: 'Run Month end now' }).click();
  await press(page, 'Run now', 'Run Month end now?');
  const runs = panel(page).getByRole('list', { name: 'Last runs' });
  // The server looks for due hand-overs at each full minute.
  await runs.getByText('Month end').waitFor({ timeout: 100_000 });
  await expect(runs).toHaveText(/Sent|On the way|Skipped/);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'Delete Month end' }).click();
  await press(page, 'Delete', 'Delete Month end?');
  await panel(page).getByText('Nothing is handed over on schedule yet.').waitFor();
  await expect(runs).toContainText('Month end');
}, 120_000);
