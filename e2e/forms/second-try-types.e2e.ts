import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { texts } from '@recoup/contract/core/texts';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { deepIt } from '../support/test.ts';
import { loseNextAnswer, loseNextRequest } from '../support/browser.ts';
import { save } from '../support/firms.ts';
import { asAdmin, useApp } from '../support/app.ts';
import { readData, callApi } from '../support/wire.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';

useApp();
const addPage = '/home/attorneys/add-disbursement';
const types = '**/core/api/disbursements';
const unreachable = 'The service cannot be reached.';
const fillName = async (page: Page, name: string) => page.getByLabel('Name').fill(name);
const waitForAlert = async (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor();
const titlesOf = (found: readonly DisbursementType[]) => found.map(({ title }) => title);

it('adds a disbursement type once when the answer to the first save was lost', async () => {
  const { page, consoleErrors } = await asAdmin(addPage);
  await fillName(page, 'Deeds search');
  await loseNextAnswer(page, types);
  await save(page);
  await waitForAlert(page, unreachable);
  // By another name, under which a second one could be added.
  await fillName(page, 'Deeds office search');
  await saveToEnd(page);
  expect(titlesOf(await search('Deeds'))).toEqual(['Deeds office search']);
  expect(consoleErrors).toEqual([]);
});

deepIt.each([
  ['does not arrive', async (page: Page) => loseNextRequest(page, types), unreachable],
  [
    'is shed by the server',
    async (page: Page) => {
      const message = 'The server is busy. Please try again.';
      const json = { code: 'unavailable', message };
      await page.route(types, async (route) => route.fulfill({ status: 503, json }), { times: 1 });
    },
    'The server is busy.',
  ],
])('does not change a type of the first name when the first save %s', async (how, lose, alert) => {
  const { page, consoleErrors } = await asAdmin(addPage);
  const [name, other] = [`Copies that ${how}`, `Colour copies that ${how}`];
  await callApi(demoFirmAdmins.lerato, 'POST', '/disbursements', { title: name });
  const before = await search(encodeURIComponent(name));
  await fillName(page, name);
  await lose(page);
  await save(page);
  await waitForAlert(page, alert);
  await fillName(page, other);
  await saveToEnd(page);
  const [added, ...rest] = await search(encodeURIComponent(name.slice(1)));
  expect(added).toMatchObject({ title: other, active: true, version: 1 });
  expect(rest).toEqual(before);
  expect(consoleErrors).toEqual([]);
});

deepIt('knows its own type by the id when the name is in another Unicode form', async () => {
  const { page } = await asAdmin(addPage);
  await fillName(page, 'Cafe\u0301 meeting');
  await loseNextAnswer(page, types);
  await save(page);
  await waitForAlert(page, unreachable);
  await saveToEnd(page);
  expect(titlesOf(await search('meeting'))).toEqual(['Caf\u00E9 meeting']);
});

deepIt('adds it once when the answer to the change was lost as well', async () => {
  const { page, consoleErrors } = await asAdmin(addPage);
  await fillName(page, 'Tracing agent');
  await loseNextAnswer(page, types);
  await save(page);
  await waitForAlert(page, unreachable);
  await fillName(page, 'Tracing fee');
  const isLost = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
  let isFirst = true;
  await page.route(`${types}/*`, async (route) => {
    if (route.request().method() !== 'PUT' || !isFirst) return route.continue();
    isFirst = false;
    await route.fetch();
    return route.abort();
  });
  await save(page);
  await isLost;
  await waitForAlert(page, unreachable);
  await saveToEnd(page);
  expect(titlesOf(await search('Tracing'))).toEqual(['Tracing fee']);
  expect(consoleErrors).toEqual([]);
});

deepIt('keeps a type of this name retired when the first save does not arrive', async () => {
  const { page, consoleErrors } = await asAdmin(addPage);
  await callApi(demoFirmAdmins.lerato, 'POST', '/disbursements', {
    title: 'Old deeds',
    active: false,
  });
  const before = await search('Old%20deeds');
  await fillName(page, 'Old deeds');
  await loseNextRequest(page, types);
  await save(page);
  await waitForAlert(page, unreachable);
  await save(page);
  await page.getByText('Your firm has a disbursement type of this name already.').first().waitFor();
  expect(await search('Old%20deeds')).toEqual(before);
  expect(before).toMatchObject([{ active: false, version: 1 }]);
  expect(consoleErrors).toEqual([]);
});

async function saveToEnd(page: Page): Promise<void> {
  await save(page);
  await page.waitForURL('**/disbursement-list');
  await page.getByText(texts.disbursementSaved).waitFor();
}

/** All that have the word in their titles, by title. */
async function search(word: string): Promise<DisbursementType[]> {
  return readData<DisbursementType[]>(demoFirmAdmins.lerato, `/disbursements?search=${word}`);
}
