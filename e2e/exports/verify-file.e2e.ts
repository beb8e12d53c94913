import { beforeAll, describe, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { fileTypes } from '@recoup/contract/exports/files';
import { deepIt, expect } from '../support/test.ts';
import { readData } from '../support/wire.ts';
import { demoFirmAdmins, demoOffice } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { logon, recoup, useApp, useVisit } from '../support/app.ts';

useApp();
const open = useVisit(demoOffice.gillian);
const verifyAt = '/home/attorneys/verify-file';
let csv: Buffer;
/** How many entries it has: a month of calls has as many as the demo found working days. */
let rows: number;
/** Reads the export as another kind of file. */
let readExport: (query: string, type: string) => Promise<Buffer>;

beforeAll(async () => {
  const headers = { authorization: `Bearer ${await logon(demoFirmAdmins.anneke)}` };
  const get = async (path: string, accept: string) => {
    const reply = await fetch(`${recoup.url}/core/api${path}`, { headers: { ...headers, accept } });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return Buffer.from(await reply.arrayBuffer());
  };
  // The export is there when its file has ended.
  csv = await get('/download', fileTypes.csv);
  const records = await readData<{ _id: string; rows: number }[]>(
    demoFirmAdmins.anneke,
    '/exports',
  );
  const [record] = records;
  rows = record?.rows ?? 0;
  readExport = (query, type) => get(`/exports/${record?._id}/file${query}`, type);
});

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer };
  await page.getByLabel('Export file').setInputFiles(file);
}

describe('an auditor who verifies a file', () => {
  it('sees that an export file is unchanged, with its sum and prices of calls', async () => {
    const page = await open(verifyAt, 390);
    await choose(page, 'from the bookkeeper.csv', csv);
    await page.getByText('Unchanged: this is the CSV of export 1.').waitFor();
    await page.getByText(`${rows}, as in the ledger`).waitFor();
    await page.getByText('cost what the fees of their day make').waitFor();
    await expect(page.getByText('calls cost another')).toHaveCount(0);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await a11yViolations(page)).toEqual([]);
  });

  it('is told the line of one changed digit', async () => {
    const page = await open(verifyAt);
    const lines = csv.toString().split('\r\n');
    // Line 7 of the file; its amount is the cell before the last.
    lines[6] = (lines[6] ?? '').replace(/,(\d+)\.(\d)(\d),/, ',$1.$21,');
    await choose(page, 'recoup-export-1.csv', Buffer.from(lines.join('\r\n')));
    await page.getByText('No export has this hash; nearest: export 1, line 7 differs.').waitFor();
    await expect(page.getByRole('row', { name: 'Line 7 Amount' })).toHaveCount(1);
    await page.getByText('1 call costs another price than the fees').waitFor();
  });

  deepIt('sees that files for spreadsheets are what the export makes', async () => {
    const page = await open(verifyAt);
    const xlsx = await readExport('', fileTypes.xlsx);
    for (const [name, buffer] of [
      ['recoup-export-1.csv', await readExport('?profile=people', fileTypes.csv)],
      ['recoup-export-1.xlsx', xlsx],
      ['recoup-export-1.pdf', await readExport('', fileTypes.pdf)],
    ] as const) {
      await choose(page, name, buffer);
      await page.getByText('Unchanged: export 1 makes the same file again.').waitFor();
      await page.reload();
    }
    await choose(page, 'recoup-export-1.xlsx', Buffer.concat([xlsx, Buffer.from(' ')]));
    await page.getByText('No export has this hash; nearest: export 1.').waitFor();
    await choose(page, 'notes.txt', await readFile(new URL(import.meta.url)));
    await page.getByText('No export has this hash, and no export is near this file.').waitFor();
    await expect(page.getByText('Unchanged')).toHaveCount(0);
  });
});
