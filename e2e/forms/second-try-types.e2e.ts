import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { deepIt } from '../support/deep.ts';
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

it('adds a disbursement type once when the answer to the first save was lost', async () => {
  const { page, consoleErrors, end } = await asAdmin(addPage);
  await fillName(page, 'Deeds search');
  await loseNextAnswer(page, types);
  await save(page);
  await waitForAlert(page, unreachable);
  // By another name, under which a second one could be added.
  await fillName(page, 'Deeds office search');
  await saveToEnd(page);
  expect(titlesOf(await search(page, 'Deeds'))).toEqual(['Deeds office search']);
  expect(consoleErrors).toEqual([]);
  await end();
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
  const { page, consoleErrors, end } = await asAdmin(addPage);
  const [name, other] = [`Copies that ${how}`, `Colour copies that ${how}`];
  await call(page, 'POST', '/disbursements', { title: name });
  const before = await search(page, encodeURIComponent(name));
  await fillName(page, name);
  await lose(page);
  await save(page);
  await waitForAlert(page, alert);
  await fillName(page, other);
  await saveToEnd(page);
  const [added, ...rest] = await search(page, encodeURIComponent(name.slice(1)));
  expect(added).toMatchObject({ title: other, active: true, version: 1 });
  expect(rest).toEqual(before);
  expect(consoleErrors).toEqual([]);
  await end();
});
