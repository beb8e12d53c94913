import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeEach, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';
import { callApi } from '../support/wire.ts';

useApp();

const { lerato } = demoFirmAdmins;
const open = useVisit(lerato);
const place = '/home/attorneys/telephones';
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const listed = async (address: string) =>
  (await callApi<{ data: unknown[] }>(lerato, 'GET', address)).data;

beforeEach(async () => {
  await callApi(lerato, 'PUT', '/extensions', { extensions: [] });
});

it('keeps a row open whose error is being corrected, and shows errors of the server', async () => {
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

it('offers the systems of one kind in the preview of a file', async () => {
  const sources = [
    { system: '3cx', name: 'Branch', zone: 'UTC' },
    { system: '3cx', name: 'Head office', zone: 'Africa/Johannesburg' },
  ];
  const kept = (await listed('/call-sources')) as { imports: number }[]; // by the contract
  const used = kept.filter(({ imports }) => imports > 0);
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

it('offers a list of zones that can be seen, also at the edge of a phone', async () => {
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
