import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';

useApp();
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);

it('shows no VAT to a firm that is no vendor', async () => {
  const page = await open('/home/attorneys/entries');
  await page.getByRole('row').nth(2).waitFor();
  await expect(page.getByText('VAT')).toHaveCount(0);
  await page.goto(new URL('/home/attorneys/overview', page.url()).href);
  await page.getByText('Show as a table').click();
  await expect(page.getByText('VAT')).toHaveCount(0);
  await page.goto(new URL('/home/attorneys/add-disbursement', page.url()).href);
  await page.getByLabel('Narration expected').waitFor();
  await expect(page.getByLabel('VAT')).toHaveCount(0);
});
