import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { waitForIdle } from '../support/idle.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

test('an unreadable parameter leaves the address, and is no step of the history', async () => {
  const page = await open('/home/attorneys/fees');
  const { origin } = new URL(page.url());
  for (const [address, shown] of [
    ['/home/attorneys/matters?page=2&size=7&sort=--name&status=Junk', '?page=2'],
    ['/home/attorneys/disbursement-list?size=abc&active=maybe', ''],
    ['/home/attorneys/entries?from=2026-02-30&size=20&attorney=1', '?size=20'],
    ['/home/attorneys/fees?on=2026-02-30&size=7&inactive=yes', ''],
    ['/home/attorneys/fees?on=abc', ''],
    ['/home/attorneys/fees?on=2098-03-01&size=5', '?on=2098-03-01&size=5'],
  ] as const) {
    await page.goto(origin + address);
    await expect.poll(() => new URL(page.url()).search).toBe(shown);
    await waitForIdle(page);
  }
  await page.goBack();
  await page.waitForURL(({ search }) => search === '');
});

test('an error about one telephone number is shown, and the dialog stays', async () => {
  const page = await open('/home/attorneys/matters');
  await page.route('**/core/api/matters/*', (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: 'invalid_input',
        message: '010 is no telephone number.',
        fields: { 'phones.0': '010 is no telephone number.' },
      },
    }),
  );
  await page
    .getByRole('button', { name: /^Phones of / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Telephone numbers of / });
  await dialog.getByRole('textbox').fill('0112345678');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('010 is no telephone number.').waitFor();
  await expect(dialog.getByRole('textbox')).toHaveValue('0112345678');
});
