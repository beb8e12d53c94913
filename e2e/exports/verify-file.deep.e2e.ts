import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins, demoOffice } from '../../apps/server/src/seeds/demo-people.ts';
import { logon, recoup, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';

useApp();
const open = useVisit(demoOffice.gillian);

const verifyAt = '/home/attorneys/verify-file';
let people: Buffer;
let xlsx: Buffer;
let pdf: Buffer;

beforeAll(async () => {
  const headers = { authorization: `Bearer ${await logon(demoFirmAdmins.anneke)}` };
  const get = async (path: string, accept: string) => {
    const response = await fetch(`${recoup.url}/core/api${path}`, {
      headers: { ...headers, accept },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  // The export is there when its file has ended.
  await (await get('/download', 'text/csv')).arrayBuffer();
  const list = await get('/exports', 'application/json');
  const { data } = (await list.json()) as { data: { _id: string }[] }; // the contract's
  const file = `/exports/${data[0]?._id}/file`;
  people = Buffer.from(await (await get(`${file}?profile=people`, 'text/csv')).arrayBuffer());
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  xlsx = Buffer.from(await (await get(file, sheet)).arrayBuffer());
  pdf = Buffer.from(await (await get(file, 'application/pdf')).arrayBuffer());
});

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer };
  await page.getByLabel('Export file').setInputFiles(file);
}

describe('an auditor who verifies a file', () => {
  it('sees that files for spreadsheets are what the export makes', async () => {
    const page = await open(verifyAt);
    for (const [name, buffer] of [
      ['recoup-export-1.csv', people],
      ['recoup-export-1.xlsx', xlsx],
      ['recoup-export-1.pdf', pdf],
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
  });
});
