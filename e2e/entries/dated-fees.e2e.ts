import { longDay } from '@recoup/contract/entries/rules';
import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { changeFees } from '../support/call-fees.ts';
import { dayIn as day } from '../support/days.ts';
import { save, typeCall, amountOf, priced } from '../support/dated-fees.ts';

// An entry is priced by the call fees of its own day (product-2.md, section 1).
useApp();

const { thabo } = demoAttorneys;
const open = useVisit(thabo, 390);

it('prices a late entry, and its corrections, by the day that is typed', async () => {
  await changeFees(thabo, { by: 1.5, from: day(-10) });
  const page = await open('/home/entries');
  await typeCall(page, 'Recorded late');
  await priced(page, 'R 34.50: up to 5 min.');
  await page.getByLabel('Date').fill(day(-11));
  const earlier = `R 33.00: up to 5 min. Fees until ${longDay(day(-11))}.`;
  await priced(page, earlier);
  expect([await sidewaysScroll(page), await a11yViolations(page)]).toEqual([0, []]);
  await save(page).click();
  const line = page.getByRole('button', { name: /Recorded late/ });
  await line.click();
  expect(await amountOf('Recorded late')).toBe(33);
  await priced(page, earlier);
  await page.getByText('Why R 33.00?').click();
  await page.getByText(`Valid until ${longDay(day(-11))}. This entry keeps its price.`).waitFor();
  await page.getByLabel('Date').fill(day(0));
  await priced(page, 'R 34.50: up to 5 min.');
  await save(page).click();
  await page.getByText('Entry corrected.').waitFor();
  expect(await amountOf('Recorded late')).toBe(34.5);

  const admin = await signedIn(
    demoFirmAdmins.lerato,
    '/home/attorneys/entries?search=Recorded late',
  );
  await admin.page.getByRole('button', { name: /^Correct: Call/ }).click();
  await admin.page.getByLabel('Date').last().fill(day(-11));
  await priced(admin.page, earlier);
  await admin.page.getByLabel('Reason').fill('It was the day before');
  await save(admin.page).click();
  await admin.page.getByText('Entry corrected.').waitFor();
  expect(await amountOf('Recorded late')).toBe(33);
  await admin.end();
});
