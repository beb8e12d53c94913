import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins, demoOffice } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { logon, recoup, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';

useApp();
const open = useVisit(demoOffice.gillian);

const verifyAt = '/home/attorneys/verify-file';
let csv: Buffer;

beforeAll(async () => {
  const headers = { authorization: `Bearer ${await logon(demoFirmAdmins.anneke)}` };
  const get = async (path: string, accept: string) =>
    fetch(`${recoup.url}/core/api${path}`, { headers: { ...headers, accept } });
  const reply = await get('/download', 'text/csv');
  csv = Buffer.from(await reply.arrayBuffer());
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
    await page.getByText('728, as in the ledger').waitFor();
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
});
