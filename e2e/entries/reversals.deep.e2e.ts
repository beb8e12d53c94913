import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { callApi, closeExport, recordCall } from '../support/wire.ts';
import { notice, dialog, links } from '../support/reversals.ts';

useApp();
const { thabo } = demoAttorneys;
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const entries = '/home/attorneys/entries';

it('shows an entry that was reversed elsewhere as it has become', async () => {
  const { _id } = await recordCall(thabo, 'Elsewhere');
  await closeExport(lerato);
  const page = await open(`${entries}?search=Elsewhere`);
  await page.getByRole('button', { name: /^View: Call/ }).click();
  await dialog(page).getByText('Reverse this entry').click();
  await dialog(page).getByLabel('Reason').fill('Another client');
  await callApi(thabo, 'POST', `/entries/${_id}/reversal`, { reason: 'Not ours' });
  await dialog(page).getByRole('button', { name: 'Reverse', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Reverse this entry?' });
  await question.getByRole('button', { name: 'Reverse' }).click();
  await notice(page, 'This entry was reversed already.');
  await links(page)
    .getByText(/^Reversed by .*Reason: Not ours/)
    .waitFor();
  await expect(dialog(page).getByText('Reverse this entry')).toHaveCount(0);
});
