import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { editAttorney } from '../support/attorney-form.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

async function saveForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/attorney-list**');
}

it('shows the fees through time, coming ones first, and superseded ones when opened', async () => {
  const page = await open('/home/attorneys/attorney-list');
  for (const cost of ['80', '81']) {
    await editAttorney(page, 'Pieter Botha');
    await page.getByRole('button', { name: 'Edit Call', exact: true }).click();
    await page.getByLabel('Valid from').fill('2098-03-01');
    await page.getByLabel('Cost, row 1').fill(cost);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await saveForm(page);
  }
  await editAttorney(page, 'Pieter Botha');
  await page.getByRole('button', { name: 'Edit Call', exact: true }).click();
  const timeLine = page.getByRole('region', { name: 'Fees through time' });
  await timeLine.getByText('Earlier versions').click();
  await expect(timeLine.getByRole('listitem')).toHaveText(
    [
      /^From\s1\sMarch\s2098\s*coming\s+up\sto\s5\smin\sR\s81.00/,
      /^Until\s28\sFebruary\s2098\s*now\s+up\sto\s5\smin\sR\s71.00/,
      /^From\s1\sMarch\s2098\s+up\sto\s5\smin\sR\s80.00[\s\S]*,\sreplaced\son\s/,
    ],
    { useInnerText: true },
  );
});
