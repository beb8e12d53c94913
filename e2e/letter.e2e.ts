import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { asSystemAdmin, save } from './firms.ts';
import { asAdmin, browser, recoup, useStage } from './stage.ts';

useStage();

/** What the page sends first to this call, seen on its way. */
async function sent(page: Page, { method, path }: { method: string; path: RegExp }, act: () => Promise<unknown>): Promise<Request> {
  const [request] = await Promise.all([page.waitForRequest((each) => each.method() === method && path.test(each.url())), act()]);
  return request;
}

describe('the calls of the page, by section 7 of the specification', () => {
  it('change a firm without the logo that was not picked again', async () => {
    const { page, end } = await asSystemAdmin(browser, recoup, { path: '/home/firms' });
    await page.getByRole('link', { name: 'Edit Daniels Attorneys' }).click();
    await page.getByLabel('Domain 2').fill('daniels.africa');
    const request = await sent(page, { method: 'PUT', path: /\/firms\/[^/]+$/ }, async () => save(page));
    expect(request.postDataJSON()).toEqual({
      _id: expect.any(String),
      name: 'Daniels Attorneys',
      domains: ['danielslaw.co.za', 'daniels.africa', ''],
      version: expect.any(Number),
    });
    await page.getByText('Firm Updated Successfully!').waitFor();
    await end();
  });

  it('ask for the disbursement types in use, page by page, and add one with its firm', async () => {
    const { page, end } = await asAdmin('/home/attorneys/attorney-list');
    const list = await sent(page, { method: 'GET', path: /\/disbursements\?/ }, async () =>
      page.getByRole('link', { name: 'Disbursements', exact: true }).click(),
    );
    const query = Object.fromEntries(new URL(list.url()).searchParams);
    const firm = query['firmId'] ?? '';
    expect(query).toEqual({ firmId: expect.stringMatching(/^[0-9a-f-]{36}$/), active: 'true', page: '1', itemsPerPage: '5' });
    await page.getByRole('link', { name: 'Add disbursement type' }).first().click();
    await page.getByRole('heading', { name: 'Add disbursement', exact: true }).waitFor();
    await page.getByLabel('Name').fill('Tolls');
    const added = await sent(page, { method: 'POST', path: /\/disbursements$/ }, async () => save(page));
    expect(added.postDataJSON()).toEqual({ title: 'Tolls', fixed: true, calculated: false, active: true, firm });
    await page.getByText('Disbursement saved successfully.').waitFor();
    await page
      .getByRole('link', { name: 'Edit Tolls' })
      .or(page.getByRole('button', { name: 'Next' }))
      .first()
      .waitFor();
    await end();
  });

  it('say on the console and on the page that the disbursements could not be loaded', async () => {
    const { page, end } = await asAdmin('/home/attorneys/attorney-list');
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.route('**/core/api/disbursements?*', async (route) => route.abort());
    await page.getByRole('link', { name: 'Disbursements', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
    expect(said.filter((text) => !text.startsWith('Failed to load resource'))).toEqual(['Unable to get disbursements']);
    await end();
  });
});
