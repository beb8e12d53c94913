import { beforeEach, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { callDay, findSource, importCalls, sendCalls } from '../support/calls.ts';
import { focused } from '../support/keyboard.ts';
import { callApi, readData } from '../support/wire.ts';
import { deepIt, expect } from '../support/test.ts';
import { notices } from '../support/browser.ts';

useApp();
const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const place = '/home/attorneys/telephones';
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const listed = async (address: string) => await readData<unknown[]>(lerato, address);

beforeEach(async () => {
  await callApi(lerato, 'PUT', '/extensions', { extensions: [] });
});

it('adds, changes and removes extensions, and saves them as a whole', async () => {
  const page = await open(place);
  const extensions = panel(page, 'Extensions');
  await extensions.getByRole('button', { name: 'Add extension' }).press('Enter');
  await expect.poll(async () => focused(page)).toMatch(/^Extension or number/);
  await page.keyboard.type('102');
  await extensions.getByLabel('Attorney').selectOption({ label: 'Thabo Mokoena' });
  await extensions.getByLabel('Until').fill('2026-10-31');
  await extensions.getByRole('button', { name: 'Add extension' }).click();
  await extensions.getByLabel('Extension or number').fill('102');
  await extensions.getByLabel('Attorney').selectOption({ label: 'Pieter Botha' });
  const written: string[] = [];
  // A read may come meanwhile: the counts of the menu are read once the page rests.
  page.on('request', (request) => request.method() !== 'GET' && written.push(request.url()));
  await extensions.getByRole('button', { name: 'Save extensions' }).click();
  await extensions.getByText('Another row has this extension on the same days.').waitFor();
  expect(written).toEqual([]);
  await expect(extensions.getByRole('alert')).toHaveCount(0);
  await expect.poll(async () => focused(page)).toMatch(/^Extension or number/);
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await extensions.getByLabel('From').fill('2026-11-01');
  await extensions.getByRole('button', { name: 'Save extensions' }).click();
  await notices(page).getByText('Extensions saved.').waitFor();
  expect(await listed('/extensions')).toMatchObject([
    { value: '102', attorney: { name: 'Thabo Mokoena' }, from: null, until: '2026-10-31' },
    { value: '102', attorney: { name: 'Pieter Botha' }, from: '2026-11-01', until: null },
  ]);
  await extensions.getByRole('button', { name: 'Remove 102' }).first().click();
  await extensions.getByRole('button', { name: 'Save extensions' }).click();
  await expect.poll(async () => (await listed('/extensions')).length).toBe(1);
});

it('shows calls in the menu of every page once the firm has an extension', async () => {
  const page = await open('/home/attorneys/overview');
  const calls = page.getByRole('link', { name: /^Calls/ });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(calls).toHaveCount(0);
  await page.getByRole('link', { name: 'Import calls of your telephone system' }).click();
  await page.getByRole('link', { name: 'Telephones' }).click();
  const extensions = panel(page, 'Extensions');
  await extensions.getByRole('button', { name: 'Add extension' }).click();
  await extensions.getByLabel('Extension or number').fill('103');
  await extensions.getByLabel('Attorney').selectOption({ label: 'Thabo Mokoena' });
  await extensions.getByRole('button', { name: 'Save extensions' }).click();
  await notices(page).getByText('Extensions saved.').waitFor();
  await page.getByRole('link', { name: /^Overview/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await calls.waitFor();
});

it('adds a telephone system with its zone, and keeps one with imports', async () => {
  await importCalls([], [{ at: '09:00', minutes: 2, other: '0825550402' }]);
  const page = await open(place);
  const systems = panel(page, 'Telephone systems');
  await systems.getByRole('button', { name: /^csv Any other CSV.* 1 import$/ }).waitFor();
  await expect(systems.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await systems.getByRole('button', { name: 'Add system' }).click();
  await systems.getByRole('button', { name: 'Save systems' }).click();
  await systems.getByText('Choose the telephone system.').waitFor();
  await systems.getByLabel('Name').fill('CSV');
  await systems.getByLabel('System', { exact: false }).last().selectOption({ label: '3CX' });
  await systems.getByRole('combobox', { name: 'Time zone' }).click();
  await systems.getByRole('option', { name: 'UTC' }).click();
  await systems.getByRole('button', { name: 'Save systems' }).click();
  await systems.getByText('Another telephone system has this name.').waitFor();
  await systems.getByLabel('Name').fill('Branch');
  await systems.getByLabel('Outside line').fill('0');
  await systems.getByRole('button', { name: 'Save systems' }).click();
  await notices(page).getByText('Telephone systems saved.').waitFor();
  expect(await listed('/call-sources')).toMatchObject([
    { name: 'Branch', system: '3cx', zone: 'UTC', outsidePrefix: '0' },
    { name: 'csv', mapping: { start: 'Start' }, imports: 1 },
  ]);
});

deepIt('keeps a row open whose error is corrected, and shows errors of the server', async () => {
  const page = await open(place, 390);
  const extensions = panel(page, 'Extensions');
  for (const value of ['103', 'reception']) {
    await extensions.getByRole('button', { name: 'Add extension' }).click();
    await extensions.getByLabel('Extension or number').fill(value);
    await extensions.getByLabel('Attorney').selectOption({ label: 'Thabo Mokoena' });
  }
  await extensions.getByRole('button', { name: /^103/ }).click();
  await extensions.getByRole('button', { name: 'Save extensions' }).click();
  const error = '“reception” is no extension, email or number.';
  await extensions.getByRole('listitem').last().getByText(error).waitFor();
  const field = extensions.getByLabel('Extension or number').last();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('104');
  await expect(field).toHaveValue('104');
  await extensions.getByRole('button', { name: 'Save extensions' }).click();
  await expect.poll(async () => (await listed('/extensions')).length).toBe(2);
});

deepIt('offers the systems of one kind in the preview of a file', async () => {
  const sources = [
    { system: '3cx', name: 'Branch', zone: 'UTC' },
    { system: '3cx', name: 'Head office', zone: 'Africa/Johannesburg' },
  ];
  const stored = (await listed('/call-sources')) as { imports: number }[]; // by the contract
  const used = stored.filter(({ imports }) => imports > 0);
  await callApi(lerato, 'PUT', '/call-sources', { sources: [...used, ...sources] });
  const page = await open('/home/attorneys/call-imports');
  const file = new URL(
    '../../apps/server/src/call-records/files/fixtures/3cx.csv',
    import.meta.url,
  );
  await page.getByLabel('File of calls').setInputFiles(fileURLToPath(file));
  const system = page.getByLabel('Telephone system');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await system.focus();
  for (const [name, text] of [
    ['Head office', 'Africa/Johannesburg (South Africa)'],
    ['Branch', 'UTC'],
  ] as const) {
    await system.selectOption({ label: name });
    await page.getByRole('heading', { name: `Preview: ${name} (3CX)` }).waitFor();
    await expect(zone).toHaveValue(text);
  }
  await expect(system).toBeFocused();
});

deepIt('offers a list of zones that can be seen, also at the edge of a phone', async () => {
  const page = await open(place, 390);
  const systems = panel(page, 'Telephone systems');
  await systems.getByRole('button', { name: 'Add system' }).click();
  const zone = systems.getByRole('combobox', { name: 'Time zone' });
  await zone.evaluate((field) => {
    field.scrollIntoView({ block: 'end', behavior: 'instant' });
  });
  await zone.click();
  const seen = async () => {
    const box = await systems.getByRole('listbox').boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    return box !== null && box.y > 0 && box.y + box.height <= height;
  };
  await expect.poll(seen).toBe(true);
});

it('shows a secret once, what a telephone system sent, and how an example is read', async () => {
  await importCalls([], [{ at: '09:00', minutes: 2, other: '0825550402' }]);
  const _id = await findSource();
  const page = await open(place);
  const sending = panel(page, 'Calls as they end');
  const sender = sending.getByRole('listitem').filter({ hasText: 'csv' });
  await sender.getByText(/It has no secret/).waitFor();
  await sending.getByRole('button', { name: 'Make a secret for csv' }).click();
  const shown = page.getByRole('dialog', { name: 'The secret of the telephone system' });
  const secret = await shown.getByLabel('Secret', { exact: true }).innerText();
  await shown.getByRole('button', { name: 'Copy' }).click();
  await shown.getByRole('button', { name: 'Done' }).click();
  await sending.getByRole('button', { name: 'Make a new secret for csv' }).waitFor();
  const call = { startedAt: `${callDay} 11:00:00`, seconds: 61, direction: 'out', ownParty: '204' };
  await sendCalls(_id, secret, [
    { ...call, otherParty: '0825550403' },
    { ...call, seconds: 0 },
  ]);
  await sending.getByRole('button', { name: 'Requests of csv' }).click();
  const requests = page.getByRole('dialog', { name: 'Requests of csv' });
  await requests.getByText('1 call taken, 1 ignored. Call 2: Nobody answered.').waitFor();
  await requests.getByText(`/core/api/call-events/${_id}`).waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await requests.getByRole('button', { name: 'Done' }).click();
  await sender.getByText(/^Last sent/).waitFor();
  await sending.getByRole('button', { name: 'Test csv' }).click();
  const example = page.getByRole('dialog', { name: 'Test csv' });
  await example.getByRole('button', { name: 'Read' }).click();
  await example.getByText(/304 seconds, 102 to 082 555 0101/).waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
});

it('downloads the template of a 3CX', async () => {
  await callApi(lerato, 'PUT', '/call-sources', {
    sources: [
      ...(await readData<object[]>(lerato, '/call-sources')),
      { system: '3cx', name: '3CX of the branch' },
    ],
  });
  const page = await open(place);
  await page.getByRole('button', { name: 'Requests of 3CX of the branch' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the template' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('recoup-3cx.xml');
});
