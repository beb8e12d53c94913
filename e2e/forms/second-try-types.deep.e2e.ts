import { expect, it } from 'vitest';
import { loseNextAnswer, loseNextRequest } from '../support/browser.ts';
import { call, save } from '../support/firms.ts';
import { asAdmin, useApp } from '../support/app.ts';
import {
  addPage,
  fillName,
  saveToEnd,
  search,
  titlesOf,
  types,
  unreachable,
  waitForAlert,
} from '../support/second-try-types.ts';

useApp();

it('knows its own type by the id when the name is in another Unicode form', async () => {
  const { page, end } = await asAdmin(addPage);
  await fillName(page, 'Cafe\u0301 meeting');
  await loseNextAnswer(page, types);
  await save(page);
  await waitForAlert(page, unreachable);
  await saveToEnd(page);
  expect(titlesOf(await search(page, 'meeting'))).toEqual(['Caf\u00E9 meeting']);
  await end();
});

it('adds it once when the answer to the change was lost as well', async () => {
  const { page, consoleErrors, end } = await asAdmin(addPage);
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
  expect(titlesOf(await search(page, 'Tracing'))).toEqual(['Tracing fee']);
  expect(consoleErrors).toEqual([]);
  await end();
});

it('keeps a type of this name retired when the first save does not arrive', async () => {
  const { page, consoleErrors, end } = await asAdmin(addPage);
  await call(page, 'POST', '/disbursements', { title: 'Old deeds', active: false });
  const before = await search(page, 'Old%20deeds');
  await fillName(page, 'Old deeds');
  await loseNextRequest(page, types);
  await save(page);
  await waitForAlert(page, unreachable);
  await save(page);
  await page.getByText('Your firm has a disbursement type of this name already.').first().waitFor();
  expect(await search(page, 'Old%20deeds')).toEqual(before);
  expect(before).toMatchObject([{ active: false, version: 1 }]);
  expect(consoleErrors).toEqual([]);
  await end();
});
