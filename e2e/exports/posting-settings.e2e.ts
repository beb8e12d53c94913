import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { focused } from '../support/keyboard.ts';
import { openSettings } from '../support/posting-settings.ts';

useApp();

const layouts = '/home/attorneys/posting-layouts';
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);

test('an account that does not fit is named at its field', async () => {
  const page = await open(layouts);
  const form = await openSettings(page, 'Sage Pastel journal');
  await form.getByLabel('Contra account').fill('123456789');
  await form.getByLabel('Contra account').press('Enter');
  await form.getByText('“123456789” must have exactly 7 digits').waitFor();
  await expect.poll(() => focused(page)).toBe('Contra account');
  await form.getByLabel('Contra account').fill('1234567');
  await form.getByLabel('Contra account').press('Enter');
  await page.getByText('Settings of Sage Pastel journal saved.').waitFor();
});
