import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { row, dialog, button, withCalls } from '../support/firm-calls.ts';

useApp();

const open = useVisit(demoFirmAdmins.lerato);

it('makes a call private, whose number the firm then no longer sees', async () => {
  const page = await withCalls(open, [{ at: '12:00', minutes: 3, other: '0825550331' }]);
  await button(page, '082 555 0331', 'Choose').click();
  await dialog(page).getByRole('button', { name: 'Private' }).click();
  await row(page, '082 555 0331').waitFor({ state: 'detached' });
  await page.getByLabel('State').selectOption('Private');
  await row(page, 'To a hidden number').waitFor();
  await expect(row(page, '082 555 0331')).toHaveCount(0);
});

it('is accessible in both schemes at each width', async () => {
  const call = { at: '14:00', minutes: 3, other: '0825550351', code: 'NP0001' };
  const page = await withCalls(open, [call]);
  await row(page, '082 555 0351').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});
