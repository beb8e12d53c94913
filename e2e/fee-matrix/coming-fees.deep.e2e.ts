import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { feesPage, pricesFrom, raiseByApi } from '../support/raise.ts';
import { callApi } from '../support/wire.ts';
import { openCell } from '../support/coming-fees.ts';

useApp();

const admin = demoFirmAdmins.lerato;
const open = useVisit(admin);
const day = '2098-03-01';

it('tells a raise that was taken back from fees that were replaced', async () => {
  const { _id } = await raiseByApi(admin, { validFrom: '2098-06-01' });
  await callApi(admin, 'DELETE', `/rate-changes/${_id}`);
  const page = await open(feesPage);
  const dialog = await openCell(page, /^Thabo Mokoena, Call: /);
  await dialog.getByText('Earlier versions').click();
  const earlier = dialog.getByRole('group').getByRole('listitem');
  await expect(earlier).toHaveText(
    [/^From\s1\sJune\s2098[\s\S]*,\staken\sback\son\s\d+\s[A-Z][a-z]+\s\d{4}$/],
    { useInnerText: true },
  );
});

it('asks before it saves fees with which a longer call is cheaper', async () => {
  const page = await open(feesPage);
  const dialog = await openCell(page, /^Pieter Botha, Call: /);
  await dialog.getByLabel('Valid from').fill(day);
  await dialog.getByLabel('Cost, row 1').fill('900');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Save fees that fall with length?' });
  await question.getByText(/^Row 2 \(.*\) is cheaper than row 1 \(R.900.00\)/).waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Change fees' }).click();
  expect(await pricesFrom(admin, 'Pieter Botha', day)).toBe(undefined);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Save these fees' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await pricesFrom(admin, 'Pieter Botha', day))?.[0]).toBe(900);
});
