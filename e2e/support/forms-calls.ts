import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { importCalls } from './calls.ts';
import type { Form } from './form-row.ts';

const as = demoAttorneys.thabo;

export const callForms: readonly Form[] = [
  {
    page: 'entries/calls',
    form: 'a call that nobody recorded',
    as,
    at: '/home/entries',
    open: async (page) => {
      await page.getByRole('link', { name: /nobody recorded/ }).click();
      await page
        .getByRole('button', { name: /^Choose matter: / })
        .first()
        .click();
    },
    field: (page) => page.getByRole('dialog').getByLabel('Narration'),
    isDialog: true,
  },
  {
    page: 'telephones',
    form: 'a telephone system',
    as: demoFirmAdmins.lerato,
    at: '/home/attorneys/call-imports',
    open: async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'Telephones' }).click();
      await page.getByRole('button', { name: 'Add system' }).click();
    },
    field: (page) => page.getByRole('main').getByLabel('Name').last(),
  },
];

/** The call of that form. */
export async function prepareCallForms(): Promise<void> {
  await importCalls([as], [{ at: '09:00', minutes: 2, other: '0825550402' }]);
}
