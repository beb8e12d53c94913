import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks, sidewaysScroll } from '../support/a11y.ts';
import { useApp, useVisit } from '../support/app.ts';
import { savedFile } from '../support/browser.ts';
import { recordCopies } from '../support/month-end.ts';
import { closeExport, readData } from '../support/wire.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

/** The matter of copies that are locked. */
async function aLockedMatter(): Promise<{ _id: string; number: string }> {
  const { _id } = await recordCopies({ amount: 12.5, quantity: 3 });
  await closeExport(demoFirmAdmins.lerato);
  const entries = await readData<{ _id: string; matter: { _id: string; number: string } }[]>(
    demoFirmAdmins.lerato,
    '/entries?page=1&itemsPerPage=100',
  );
  const entry = entries.find((each) => each._id === _id);
  if (!entry) throw new Error('the entry is not in the list');
  return entry.matter;
}

async function verify(page: Page, name: string, buffer: Buffer): Promise<void> {
  const file = { name, mimeType: 'application/zip', buffer };
  await page.getByLabel('Export file').setInputFiles(file);
}

const parts = ['schedule.pdf', 'schedule.xlsx', 'bundle.pdf', 'calls.pdf', 'calls.csv'].concat([
  'certificate.pdf',
  'certificate.json',
]);

/** The ZIP with another byte in one of its parts. */
function changedIn(zip: Buffer, name: string): Buffer {
  const changed = Buffer.from(zip);
  const at = changed.indexOf(name) + name.length + 6;
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

it('makes a pack of a matter, which is verified by its hash and by its parts', async () => {
  const { _id, number } = await aLockedMatter();
  const page = await open(`/home/attorneys/statement?matter=${_id}`);
  await page.getByRole('link', { name: 'Taxation pack' }).click();
  const form = page.getByRole('region', { name: 'New pack' });
  const missing = form.getByRole('table', { name: 'Without a voucher' });
  await expect(missing.getByRole('row', { name: /Photocopies/ }).first()).toBeVisible();
  await expect(missing.getByRole('link').first()).toHaveAttribute('href', /entries\?matter=/);
  await form.getByLabel('Hide the last four digits of others’ numbers').check();
  await form.getByRole('button', { name: 'Make pack' }).click();
  const row = page.getByRole('region', { name: 'Packs' }).getByRole('row', { name: number });
  const button = row.getByRole('button', { name: `Download the pack of ${number}` });
  await expect(button).toBeVisible();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  const zip = await savedFile(page, button);
  expect(zip.name).toMatch(/^taxation-pack-.*\.zip$/);
  await page.goto(new URL('/home/attorneys/verify-file', page.url()).href);
  await verify(page, zip.name, zip.bytes);
  await page.getByText(`Unchanged: this is the taxation pack of ${number}.`).waitFor();
  for (const name of parts) {
    await page.reload();
    await verify(page, zip.name, changedIn(zip.bytes, name));
    await page.getByText(`as it was made: ${name} differs.`).waitFor();
    const part = page.getByRole('table', { name: 'Parts' }).getByRole('row', { name });
    await expect(part).toContainText('Differs');
  }
});

it('leads from a pack whose file is no longer kept to another one like it', async () => {
  const { _id, number } = await aLockedMatter();
  const page = await open('/home/attorneys/taxation-packs');
  const pack = {
    _id: '01890a5d-ac96-774b-bcce-b302099a8063',
    matter: { _id, number, name: 'Old matter' },
    from: '2026-01-05',
    to: '2026-01-31',
    masksNumbers: true,
    state: 'ready',
    progress: 100,
    reason: null,
    items: 1,
    pages: 1,
    sum: 12.5,
    sha256: '0'.repeat(64),
    bytes: 1,
    isKept: false,
    parts: [],
    by: { _id, name: 'Lerato' },
    createdAt: '2026-02-01T08:00:00.000Z',
  };
  const body = { data: [pack], count: 1 };
  await page.route('**/core/api/taxation-packs?**', async (route) => route.fulfill({ json: body }));
  await page.reload();
  const row = page.getByRole('region', { name: 'Packs' }).getByRole('row', { name: number });
  await expect(row.getByRole('button')).toHaveCount(0);
  await row.getByRole('link', { name: 'Make it again' }).click();
  const form = page.getByRole('region', { name: 'New pack' });
  await expect(form.getByLabel('From')).toHaveValue('2026-01-05');
  await expect(form.getByLabel('To')).toHaveValue('2026-01-31');
  await expect(form.getByLabel(/^Hide the last four digits/)).toBeChecked();
});
