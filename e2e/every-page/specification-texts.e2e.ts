import { beforeAll, describe, it } from 'vitest';
import type { Page, Request } from 'playwright-core';
import { expect } from '../support/test.ts';
import { systemAdmin } from '../support/recoup.ts';
import { save } from '../support/firms.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import { open } from '../support/page-sweep.ts';

useApp();

/** What the page sends first to this call, seen on its way. */
async function sent(
  page: Page,
  { method, path }: { method: string; path: RegExp },
  act: () => Promise<unknown>,
): Promise<Request> {
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === method && path.test(each.url())),
    act(),
  ]);
  return request;
}

let page: Page;
let system: Page;
beforeAll(async () => {
  ({ page } = await asAdmin());
  ({ page: system } = await signedIn(systemAdmin, '/home/firms'));
});

const ids = { _id: expect.any(String), firm: expect.any(String) };

describe('the calls of the page, by section 7 of the specification', () => {
  it('change a firm without the logo that was not picked again', async () => {
    await open(system, '/home/firms');
    await system.getByRole('link', { name: 'Edit Daniels Attorneys' }).click();
    await system.getByLabel('Domain 2').fill('daniels.africa');
    const request = await sent(system, { method: 'PUT', path: /\/firms\/[^/]+$/ }, async () =>
      save(system),
    );
    expect(request.postDataJSON()).toEqual({
      _id: expect.any(String),
      name: 'Daniels Attorneys',
      domains: ['danielslaw.co.za', 'daniels.africa', ''],
      version: expect.any(Number),
    });
    await system.getByText('Firm Updated Successfully!').waitFor();
  });

  it('list the disbursement types in use, page by page, and add one with its firm', async () => {
    await open(page, '/home/attorneys/attorney-list');
    const list = await sent(page, { method: 'GET', path: /\/disbursements\?/ }, async () =>
      page.getByRole('link', { name: 'Disbursements', exact: true }).click(),
    );
    const query = Object.fromEntries(new URL(list.url()).searchParams);
    const firm = query.firmId ?? '';
    expect(query).toEqual({
      firmId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      active: 'true',
      page: '1',
      itemsPerPage: '5',
    });
    await page.getByRole('link', { name: 'Add disbursement type' }).first().click();
    await page.getByRole('heading', { name: 'Add disbursement', exact: true }).waitFor();
    await page.getByLabel('Name').fill('Tolls');
    const added = await sent(page, { method: 'POST', path: /\/disbursements$/ }, async () =>
      save(page),
    );
    expect(added.postDataJSON()).toEqual({
      title: 'Tolls',
      fixed: true,
      calculated: false,
      active: true,
      firm,
    });
    await page.getByText('Disbursement saved successfully.').waitFor();
    await page
      .getByRole('link', { name: 'Edit Tolls' })
      .or(page.getByRole('button', { name: 'Next' }))
      .first()
      .waitFor();
  });

  it('change an attorney and a firm admin by the whole user object', async () => {
    await open(page, '/home/attorneys/attorney-list');
    await page.getByRole('link', { name: 'Edit Saras Naidoo' }).click();
    await page.getByRole('heading', { name: 'Edit Attorney' }).waitFor();
    await page.getByLabel('Cell').fill('0845550143');
    const attorney = await sent(page, { method: 'PUT', path: /\/users\/[^/]+$/ }, async () =>
      save(page),
    );
    expect(attorney.postDataJSON()).toMatchObject({
      ...ids,
      name: 'Saras Naidoo',
      cell: '0845550143',
      status: 2,
      role: 0,
    });
    await page.getByText('Attorney updated successfully!').waitFor();

    await open(system, '/home/firms');
    await system.getByRole('link', { name: /^chantal@/ }).click();
    await system.getByLabel('Cell').fill('0835550142');
    const changed = await sent(system, { method: 'PUT', path: /\/users\/[^/]+$/ }, async () =>
      save(system),
    );
    // what the page sends
    const { version: _, ...body } = changed.postDataJSON() as { version: number };
    expect(body).toEqual({
      ...ids,
      email: 'chantal@danielslaw.co.za',
      cell: '0835550142',
      status: 2,
      role: 1,
    });
    await system.getByText('Attorney Administrator updated Successfully!').waitFor();
  });

  it('download the disbursements without a query', async () => {
    await open(page, '/home/attorneys/file-handler');
    const press = async () => page.getByRole('button', { name: 'Download Disbursements' }).click();
    const request = await sent(page, { method: 'GET', path: /\/download/ }, press);
    expect(new URL(request.url()).search).toBe('');
    await page.getByRole('heading', { name: 'Mail Form' }).waitFor();
  });

  it('find a type out of use by a search among those in use', async () => {
    await open(page, '/home/attorneys/add-disbursement');
    await page.getByLabel('Name').fill('Telegrams');
    await save(page);
    await page.getByLabel('Search by name').fill('Telegrams');
    await page.getByRole('link', { name: 'Edit Telegrams' }).click();
    await page.getByLabel('In use').uncheck();
    await save(page);
    await page.getByText('Disbursement updated successfully.').waitFor();
    await page.getByLabel('Search by name').fill('telegrams');
    await page.getByRole('button', { name: 'Search those not in use' }).click();
    await page.getByRole('link', { name: 'Edit Telegrams' }).waitFor();
    await expect(page.getByRole('row')).toHaveText([/./, /Not in use/]);
  });

  it('say on the console and on the page that the disbursements could not be loaded', async () => {
    await open(page, '/home/attorneys/attorney-list');
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.route('**/core/api/disbursements?*', async (route) => route.abort());
    await page.getByRole('link', { name: 'Disbursements', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
    expect(said.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([
      'Unable to get disbursements',
    ]);
  });
});
