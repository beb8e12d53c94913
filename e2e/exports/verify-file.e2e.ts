import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins, demoOffice } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { logon, recoup, signedIn, useApp } from '../support/app.ts';

useApp();

const verifyAt = '/home/attorneys/verify-file';
let csv: Buffer;
let people: Buffer;
let xlsx: Buffer;

beforeAll(async () => {
  const headers = { authorization: `Bearer ${await logon(demoFirmAdmins.anneke)}` };
  const get = async (path: string, accept: string) =>
    fetch(`${recoup.url}/core/api${path}`, { headers: { ...headers, accept } });
  const reply = await get('/download', 'text/csv');
  csv = Buffer.from(await reply.arrayBuffer());
  const list = await get('/exports', 'application/json');
  const { data } = (await list.json()) as { data: { _id: string }[] }; // the contract's
  const file = `/exports/${data[0]?._id}/file`;
  people = Buffer.from(await (await get(`${file}?profile=people`, 'text/csv')).arrayBuffer());
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  xlsx = Buffer.from(await (await get(file, sheet)).arrayBuffer());
});

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer };
  await page.getByLabel('Export file').setInputFiles(file);
}

describe('an auditor who verifies a file', () => {
  it('sees that an export file is unchanged, with its sum and prices of calls', async () => {
    const { page, consoleErrors, end } = await signedIn(demoOffice.gillian, verifyAt, {
      width: 390,
    });
    await choose(page, 'from the bookkeeper.csv', csv);
    await page.getByText('Unchanged: this is the CSV of export 1.').waitFor();
    await page.getByText('728, as in the ledger').waitFor();
    await page.getByText('cost what the fees of their day make').waitFor();
    await expect(page.getByText('calls cost another')).toHaveCount(0);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await a11yViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
    await end();
  });

  it('is told the line of one changed digit', async () => {
    const { page, end } = await signedIn(demoOffice.gillian, verifyAt);
    const lines = csv.toString().split('\r\n');
    // Line 7 of the file; its amount is the cell before the last.
    lines[6] = (lines[6] ?? '').replace(/,(\d+)\.(\d)(\d),/, ',$1.$21,');
    await choose(page, 'recoup-export-1.csv', Buffer.from(lines.join('\r\n')));
    await page.getByText('No export has this hash; nearest: export 1, line 7 differs.').waitFor();
    await expect(page.getByRole('row', { name: 'Line 7 Amount' })).toHaveCount(1);
    await page.getByText('1 call costs another price than the fees').waitFor();
    await end();
  });

  it('sees that files for spreadsheets are what the export makes', async () => {
    const { page, end } = await signedIn(demoOffice.gillian, verifyAt);
    for (const [name, buffer] of [
      ['recoup-export-1.csv', people],
      ['recoup-export-1.xlsx', xlsx],
    ] as const) {
      await choose(page, name, buffer);
      await page.getByText('Unchanged: export 1 makes the same file again.').waitFor();
      await page.reload();
    }
    await choose(
      page,
      'recoup-export-1.xlsx',
      Buffer.from(`${xlsx.toString('latin1')} `, 'latin1'),
    );
    await page.getByText('No export has this hash; nearest: export 1.').waitFor();
    await choose(page, 'notes.txt', await readFile(new URL(import.meta.url)));
    await page.getByText('No export has this hash, and no export is near this file.').waitFor();
    await expect(page.getByText('Unchanged')).toHaveCount(0);
    await end();
  });
});
