import { it } from 'vitest';
import { expect } from '../support/expect.ts';
import { signIn, visit } from '../support/browser.ts';
import { focused } from '../support/keyboard.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import { changeFees } from '../support/call-fees.ts';
import { goOffline } from '../support/network.ts';
import { callApi, recordCall } from '../support/wire.ts';
import {
  save,
  notice,
  typeCall,
  startAndStop,
  recorded,
  attorney,
} from '../support/own-entries.ts';

// What an attorney is told of the own entries, and that a call is billed once.
useApp();

it('names the price that the server has recorded, and shows the new prices', async () => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, attorney);
  const online = await goOffline(page);
  await startAndStop(page);
  await typeCall(page, { minutes: '4', narration: 'At the new price' });
  await page.getByText('R 33.00: up to 5 min.').waitFor();
  await save(page).click();
  await page.getByText('Waiting for a connection').waitFor();
  // Earlier versions stored entries without the schedule that priced them.
  await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('recoup:unsent'));
    const text = localStorage.getItem(key) ?? '';
    localStorage.setItem(key, text.replace(/,"callFeeSchedule":"[^"]+"/, ''));
  });
  await changeFees(attorney, { by: 1.5 });
  await online();
  await notice(page)
    .getByText('Recorded: R 34.50 on NP0001, not R 33.00: your prices have changed.')
    .waitFor();
  expect(await recorded('At the new price')).toMatchObject([{ amount: 34.5 }]);
  await startAndStop(page);
  await page.getByLabel('Minutes').fill('4');
  await page.getByText('R 34.50: up to 5 min.').waitFor();
  await end();
});

it.each(['Keep my changes', 'Use theirs'] as const)(
  'leads on by %s where the entry was changed on another device',
  async (choice) => {
    const { _id } = await recordCall(attorney, `Both change ${choice.length}`);
    const { page, end } = await visit(browser);
    await signIn(page, recoup.url, attorney);
    await page.getByRole('button', { name: new RegExp(`Both change ${choice.length}`) }).click();
    await page.getByLabel('Minutes').fill('19');
    await callApi(attorney, 'PUT', `/entries/${_id}`, { minutes: 11 });
    await save(page).click();
    await page.getByRole('row', { name: 'Minutes 11 19' }).waitFor();
    await page.getByRole('button', { name: choice }).click();
    await page.getByRole('row', { name: 'Minutes 11 19' }).waitFor({ state: 'detached' });
    await expect
      .poll(async () => focused(page))
      .toMatch(choice === 'Use theirs' ? /^Matter/ : /^Call on /);
    await expect(page.getByLabel('Minutes')).toHaveValue(choice === 'Use theirs' ? '11' : '19');
    await save(page).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await recorded(`Both change ${choice.length}`)).toMatchObject([
      { minutes: choice === 'Use theirs' ? 11 : 19 },
    ]);
    await end();
  },
);
