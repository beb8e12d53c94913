import type { Locator, Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import type { Row } from './dialog-row.ts';
import { callApi, closeExport, recordCall } from './wire.ts';

const attorney = demoAttorneys.thabo;

/** Two locked calls, one of them with a reversal that no export holds. */
export async function lockCalls(): Promise<void> {
  await recordCall(attorney, 'Locked for good');
  const { _id } = await recordCall(attorney, 'Taken back');
  await closeExport(demoFirmAdmins.lerato);
  await callApi(attorney, 'POST', `/entries/${_id}/reversal`, { reason: 'Not ours' });
}

const entryButton = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const typeReason = async (dialog: Locator): Promise<void> => {
  await dialog.getByText('Reverse this entry').click();
  await dialog.getByLabel('Reason').fill('Another client');
};
const openLocked = entryButton(/Locked for good/);

export const reversalRows: readonly Row[] = [
  {
    name: 'Call on ',
    files: ['entries/reversals/locked-entry.tsx'],
    as: attorney,
    at: '/home/entries',
    opener: openLocked,
    change: typeReason,
    read: async (dialog) => dialog.getByLabel('Reason').inputValue(),
    deeds: ['Reverse'],
  },
  {
    name: 'Reverse this entry?',
    files: ['entries/reversals/locked-entry.tsx', 'ui/dialog/confirm-button.tsx'],
    as: attorney,
    at: '/home/entries',
    prepare: async (page) => {
      await openLocked(page).click();
      await typeReason(page.getByRole('dialog', { name: 'Call on ' }));
    },
    opener: (page) => page.getByRole('button', { name: 'Reverse', exact: true }).first(),
    safe: 'Keep it',
    deeds: ['Reverse'],
  },
  {
    name: 'Call on ',
    files: ['entries/reversals/open-reversal.tsx'],
    as: attorney,
    at: '/home/entries',
    opener: entryButton(/Taken back · reversal/),
    deeds: ['Delete'],
  },
];
