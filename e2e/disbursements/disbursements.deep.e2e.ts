import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { asAdmin, recoup, useApp } from '../support/app.ts';
import { useVisit } from '../support/shared-visit.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

const names = async (page: Page) => {
  await page.locator('table[aria-busy="false"]').waitFor();
  return page.getByRole('row').locator('td:nth-child(2)').allInnerTexts();
};

describe('the list of disbursement types', () => {
  it('searches half a second after the last key, once', async () => {
    const { page, end } = await asAdmin('/home/attorneys/disbursement-list');
    await names(page);
    const asked: string[] = [];
    page.on(
      'request',
      (request) =>
        void (
          request.url().includes('search=') &&
          asked.push(new URL(request.url()).searchParams.get('search') ?? '')
        ),
    );
    // Time stands still between the keys, however slow the machine is.
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.getByRole('searchbox').pressSequentially('fee');
    await page.clock.runFor(499);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await expect.poll(() => names(page)).toEqual(['Counsel’s fee', 'Sheriff’s fee']);
    expect(asked).toEqual(['fee']);
    await end();
  });
});

describe('the form of a disbursement type', () => {
  it('does not open the form of Call, and explains a bad address', async () => {
    const page = await open('/home/attorneys/disbursement-list');
    // The answer to the first visit must be in: the reload throws its body away.
    await names(page);
    const list = page.waitForResponse((response) => response.url().includes('/disbursements?'));
    await page.reload();
    // The contract's answer.
    const { data } = (await (await list).json()) as { data: { _id: string; title: string }[] };
    const call = data.find(({ title }) => title === 'Call');
    await page.goto(`${recoup.url}/home/attorneys/update-disbursement?disbursementId=${call?._id}`);
    await page.getByText('Call cannot be edited').waitFor();
    await expect(page.getByLabel('Name')).toHaveCount(0);
    for (const id of ['00000000-0000-7000-8000-000000000000', 'junk', '']) {
      await page.goto(`${recoup.url}/home/attorneys/update-disbursement?disbursementId=${id}`);
      await page.getByText('There is no such disbursement type.').waitFor();
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Go Back' }).click();
      await page.waitForURL('**/disbursement-list');
    }
  });

  it('fits a phone', async () => {
    const page = await open('/home/attorneys/disbursement-list', 390);
    await names(page);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await a11yViolations(page)).toEqual([]);
  });
});
