import { afterAll, beforeAll, describe, it } from 'vitest';
import { role } from '@recoup/contract/core/access';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, largeTextFaults } from '../support/a11y.ts';
import { logOut, signIn, type Visit } from '../support/browser.ts';
import { focused, tabTo } from '../support/keyboard.ts';
import { type Network, startNetwork } from '../support/network.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { chooseMatter } from '../support/entries.ts';
import { recordCall, callApi, readData } from '../support/wire.ts';

useApp();
let network: Network;
const phone = 390;
const attorney = demoAttorneys.thabo;

beforeAll(async () => {
  network = await startNetwork(recoup.url);
});

afterAll(async () => {
  await network.cut();
});

type Entry = {
  _id: string;
  minutes: number | null;
  amount: number;
  narration: string | null;
  matter: { number: string };
};

describe('an attorney on a phone', () => {
  it('records a timed call offline and over a reload, once and at the right price', async () => {
    const { page, consoleErrors } = await asAttorney();
    // The worker keeps the page only once it runs.
    await expect.poll(() => page.evaluate(() => caches.has('offline'))).toBe(true);
    // No dialog was opened while there was a network.
    await page.waitForFunction(
      () => 'copy:matters ' in sessionStorage && 'copy:recent matters' in sessionStorage,
    );
    await page.clock.install({ time: new Date() });
    await page.getByRole('button', { name: 'Start call' }).click();
    await Promise.all([page.context().setOffline(true), network.cut()]);
    await page.clock.fastForward(6 * 60_000 + 2000);
    await expect(page.getByRole('timer')).toHaveText(/^6:0\d$/);
    await page.reload();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByLabel('Minutes')).toHaveValue('7');
    await page.getByText('R 66.00: over 5, up to 10 min.').waitFor();
    await chooseMatter(page, 'NP');
    await page.getByLabel('Narration').fill('From the train');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Waiting for a connection').waitFor();
    await page.reload();
    await page.getByText('Waiting for a connection').waitFor();
    expect(await entriesWith('From the train')).toEqual([]);

    await network.restore();
    await page.context().setOffline(false);
    await page.clock.fastForward(20_000);
    await page.getByText('Waiting for a connection').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /From the train/ }).waitFor();
    expect(await entriesWith('From the train')).toMatchObject([{ minutes: 7, amount: 66 }]);
    await expect(page.getByRole('button', { name: /From the train/ })).toHaveCount(1);
    expect(consoleErrors).toEqual([]);
  });

  it('keeps the focus on the button that starts a call by keyboard, to stop it', async () => {
    const { page } = await asAttorney();
    await tabTo(page, 'Start call');
    await page.keyboard.press('Enter');
    await page.getByRole('timer').waitFor();
    await expect.poll(() => focused(page)).toBe('Stop');
  });

  deepIt('is told that the clock of the phone is wrong', async () => {
    const { page } = await asAttorney();
    await page.clock.install({ time: new Date(Date.now() + 20 * 60_000) });
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByRole('button', { name: 'Stop', disabled: false }).click();
    await chooseMatter(page, 'NP');
    await page.getByLabel('Narration').fill('In another time');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The clock of this device is wrong').waitFor();
    expect(await entriesWith('In another time')).toHaveLength(1);
    await page.goto(`${recoup.url}/home/entries?new=disbursement`);
    await chooseMatter(page, 'NP');
    await page.getByLabel('Unit price (R)').fill('9');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The clock of this device is wrong').waitFor();
  });

  it('makes one entry of a lost answer, and keeps unsent entries over a sign-out', async () => {
    const { page } = await asAttorney();
    await page.route('**/core/api/entries', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await chooseMatter(page, 'NP');
    await page.getByLabel('Narration').fill('Lost answer');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Waiting for a connection').waitFor();
    await logOut(page);
    await page.getByText('One entry has not been sent.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await page.getByLabel('Email').waitFor();
    await page.unroute('**/core/api/entries');
    await signIn(page, network.url, attorney);
    await page.getByRole('button', { name: /Lost answer/ }).waitFor();
    await page.getByText('Waiting for a connection').waitFor({ state: 'detached' });
    expect(await entriesWith('Lost answer')).toHaveLength(1);
  });

  it('corrects and deletes an entry, and sees the explanation of its price', async () => {
    const { page, consoleErrors } = await asAttorney();
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByLabel('Minutes').fill('12');
    await chooseMatter(page, 'NP');
    await page.getByLabel('Narration').fill('To be corrected');
    // A double click on a phone is two submits.
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
    const line = page.getByRole('button', { name: /To be corrected/ });
    await line.waitFor();
    expect(await entriesWith('To be corrected')).toMatchObject([{ minutes: 12, amount: 99 }]);
    await line.click();
    await page.getByText('Why R 99.00?').click();
    await page.getByRole('group').getByText('R 99.00: over 10, up to 15 min.').waitFor();
    await page.getByLabel('Minutes').fill('4');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Entry corrected.').waitFor();
    expect(await entriesWith('To be corrected')).toMatchObject([{ minutes: 4, amount: 33 }]);
    await line.click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await line.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Dismiss' }).last().click();
    await expect.poll(() => entriesWith('To be corrected')).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  it('adds a disbursement, and sees which field is missing', async () => {
    const { page } = await asAttorney();
    await page.getByRole('button', { name: 'Add entry' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Please choose the matter.').waitFor();
    await page.getByText('Please enter the amount.').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await chooseMatter(page, 'NP');
    await page.getByLabel('Quantity').fill('3');
    await page.getByLabel('Unit price (R)').fill('2,55');
    await expect(page.getByText(/^Please (?:choose|enter) the/)).toHaveCount(0);
    await page.getByText('R 7.65: 3 × R 2.55.').waitFor();
    await page.getByLabel('Narration').fill('Three copies');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: /Three copies/ }).waitFor();
    expect(await entriesWith('Three copies')).toMatchObject([{ amount: 7.65 }]);
  });
});

it('asks again by an Escape that follows at once on the one that closed the question', async () => {
  const { page } = await signedIn(attorney, '/home/entries');
  await page.getByRole('button', { name: 'Add entry' }).click();
  const narration = page.getByRole('dialog').getByLabel('Narration');
  await narration.fill('Typed');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Close and discard?' });
  await question.waitFor();
  // Before the next timer, as where the page is busy.
  await page.evaluate(async () => {
    const count = () => document.querySelectorAll('[role="dialog"]').length;
    const press = () =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    press();
    for (let turns = 0; turns < 50 && count() > 1; turns += 1) await Promise.resolve();
    if (count() !== 1) throw new Error('The question did not close.');
    press();
  });
  await question.waitFor();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(narration).toHaveValue('Typed');
});

deepIt('keeps typed text to be copied when the entry was deleted elsewhere', async () => {
  const { _id } = await recordCall(attorney, 'Gone before Save');
  const { page } = await signedIn(attorney);
  const line = page.getByRole('button', { name: /Gone before Save/ });
  await line.click();
  await page.getByLabel('Narration').fill('To be copied');
  await callApi(attorney, 'DELETE', `/entries/${_id}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Call on / });
  await dialog.getByRole('alert').filter({ hasText: 'This entry was deleted elsewhere' }).waitFor();
  expect(await largeTextFaults(page, [390])).toEqual([]);
  await expect(dialog.getByRole('button', { name: /Save|Delete/ })).toHaveCount(0);
  await expect(page.getByLabel('Narration')).toHaveValue('To be copied');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  await line.waitFor({ state: 'detached' });
});

deepIt('rejects a text longer than its field with the limit, and cuts nothing off', async () => {
  const { page } = await signedIn(attorney);
  await page.getByRole('button', { name: 'Add entry' }).click();
  await chooseMatter(page, 'NP');
  const fields = [
    ['Narration', 'n'.repeat(1001), 'Must not be more than 1000 characters long.'],
    ['Unit price (R)', '123456789012345678', 'Must not be more than R 100 000 000.00.'],
    ['Quantity', '999999999', 'Must not be more than 100 000.'],
  ] as const;
  for (const [label, text] of fields) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  for (const [label, text, message] of fields) {
    await page.getByText(message).waitFor();
    await expect(page.getByLabel(label)).toHaveValue(text);
  }
  await expect.poll(() => focused(page)).toBe('Quantity');
});

deepIt('shows the page of entries to attorneys alone', async () => {
  const { page } = await signedIn(demoFirmAdmins.lerato);
  await page.goto(`${recoup.url}/home/entries`);
  await page.waitForURL('**/home/unauthorized');
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('role')))
    .toBe(String(role.attorneyAdmin));
});

/** The attorney's entries that carry the narration, as the server has them. */
async function entriesWith(narration: string): Promise<Entry[]> {
  const address = `/entries?search=${encodeURIComponent(narration)}`;
  return readData<Entry[]>(attorney, address);
}

async function asAttorney(width = phone): Promise<Visit> {
  const seen = await openWindow({ width });
  await signIn(seen.page, network.url, attorney);
  await seen.page.waitForURL('**/home/entries');
  return seen;
}
