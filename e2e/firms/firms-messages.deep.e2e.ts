import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expect } from '../support/test.ts';
import { systemAdmin } from '../support/recoup.ts';
import { demoFirms } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { call, jpeg, save } from '../support/firms.ts';
import { focused } from '../support/keyboard.ts';
import { recoup, signedIn, useApp } from '../support/app.ts';
import { postData } from '../support/wire.ts';

useApp();

test('the firm form shows the same errors as the server', async () => {
  const { page } = await signedIn(systemAdmin, '/home/add-firm');
  const long = 'x'.repeat(101);
  const notValid = 'Please enter valid domain (for ex: lawfirm.co.za)';
  const wrong = [
    ['Firm Name', '', { name: '' }, 'Firm name is required'],
    ['Firm Name', 'Four', { name: 'Four' }, 'Name must be at least 5 characters long.'],
    ['Firm Name', long, { name: long }, 'Name must not be more than 100 characters long.'],
    ['Domain 1', '', { domains: [''] }, 'Domain is required'],
    ['Domain 1', 'co.za', { domains: ['co.za'] }, 'Invalid Domain'],
    ['Domain 2', 'no domain', { domains: ['a.co.za', 'no domain'] }, notValid],
    [
      'Domain 3',
      'gmail.com',
      { domains: ['a.co.za', '', 'gmail.com'] },
      'gmail.com is a public email domain.',
    ],
  ] as const;
  for (const [field, typed, body, message] of wrong) {
    await page.getByLabel(field).fill(typed);
    await save(page);
    await page.getByText(message).waitFor();
    const reply = await call(page, 'POST', '/firms', {
      name: 'Good Name',
      domains: ['good.co.za'],
      ...body,
    });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(message)]);
  }
  const png = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('PNG') };
  await page.getByLabel('Logo').setInputFiles(png);
  await page.getByText('“logo.png” is not a .jpg or .jpeg file.').waitFor();
  await page.getByLabel('Firm Name').fill('Good Name');
  await page.getByLabel('Domain 1').fill(demoFirms.nkosi.domains[0]);
  await page.getByLabel('Domain 2').fill('');
  await page.getByLabel('Domain 3').fill('');
  for (const { buffer, message } of badLogos) {
    await page
      .getByLabel('Logo')
      .setInputFiles({ name: 'bad.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByText(message).waitFor();
    // The only reason, and the file is neither shown nor stored.
    await expect(page.getByText(/^The logo must/)).toHaveCount(1);
    await expect(page.getByText(/^bad\.jpg/)).toHaveCount(0);
    await expect(page.getByRole('img', { name: 'New logo' })).toHaveCount(0);
    const logo = `data:image/jpeg;base64,${buffer.toString('base64')}`;
    const reply = await call(page, 'POST', '/firms', {
      name: 'Good Name',
      domains: ['good.co.za'],
      logo,
    });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(message)]);
  }
  await dropOnLogo(page);
  await page.getByText('again.JPEG, 2 KB').waitFor();
  await expect(page.getByText(/^The logo must/)).toHaveCount(0);
  await save(page);
  await page
    .getByText(`The domain ${demoFirms.nkosi.domains[0]} belongs to another firm already.`)
    .first()
    .waitFor();
  expect(await a11yViolations(page)).toEqual([]);
});

test('saves no firm while its logo is rejected or still read', async () => {
  const { page } = await signedIn(systemAdmin, '/home/add-firm');
  await page.getByLabel('Firm Name').fill('Letterhead Attorneys');
  await page.getByLabel('Domain 1').fill('letterhead.co.za');
  const pick = async (buffer: Buffer) =>
    page.getByLabel('Logo').setInputFiles({ name: 'bad.jpg', mimeType: 'image/jpeg', buffer });
  const proceed = page.getByRole('button', { name: 'Continue without it' });
  await pick(Buffer.from('no picture'));
  await page.getByText(damaged).waitFor();
  await save(page);
  await expect.poll(() => focused(page)).toBe('Logo');
  await expect(page.getByText(damaged)).toHaveCount(1);
  expect(await a11yViolations(page)).toEqual([]);
  await proceed.click();
  await expect(proceed).toHaveCount(0);
  await expect(page.getByText(damaged)).toHaveCount(0);

  // A file that never arrives.
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => new Promise<ArrayBuffer>(() => undefined);
  });
  await pick(jpeg().buffer);
  await save(page);
  await page.getByText('The file is still being read.').waitFor();
  await proceed.click();
  await save(page);
  await page.getByRole('status').filter({ hasText: 'Firm Added Successfully!' }).waitFor();
});

const damaged =
  'The logo must be a JPEG picture (.jpg or .jpeg). This file is not one, or it is damaged.';
const badLogos = [
  { buffer: Buffer.from('<script>alert(1)</script>'), message: damaged },
  { buffer: jpeg().buffer.subarray(0, 100), message: damaged },
  { buffer: Buffer.alloc(3_000_000, 'x'), message: 'The logo must not be larger than 2 MB.' },
];

/** As a file that is dragged from the desktop. */
async function dropOnLogo(page: Page): Promise<void> {
  const { name, mimeType, buffer } = jpeg('again.JPEG');
  const transfer = await page.evaluateHandle(
    ([fileName, type, content]) => {
      const dragged = new DataTransfer();
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      dragged.items.add(new File([bytes], fileName, { type }));
      return dragged;
    },
    [name, mimeType, buffer.toString('base64')] as const,
  );
  await page.getByLabel('Logo').dispatchEvent('drop', { dataTransfer: transfer });
}

test('the admin form shows the same errors as the server', async () => {
  const { page } = await signedIn(systemAdmin, '/home/firms');
  const { _id: firm } = await postData<{ _id: string }>(systemAdmin, '/firms', {
    name: 'Careful Attorneys',
    domains: ['careful.co.za'],
  });
  await page.goto(`${recoup.url}/home/add-attorney-admin?firmId=${firm}`);
  const good = { role: 1, firm, email: 'a@careful.co.za', cell: '0825550170', status: 2 };
  const wrong = [
    ['Email', '', 'Email is required'],
    ['Email', 'nobody', 'Invalid email address'],
    ['Email', 'a@careful.africa', 'Invalid email address'],
    ['Email', 'a@elsewhere.co.za', 'Invalid domain'],
    ['Cell', '', 'Cell is required'],
    ['Cell', '082555', 'Cell must be at least 10 numbers long.'],
    ['Cell', '082555017012', 'Cell must not be more than 10 numbers long.'],
  ] as const;
  for (const [field, typed, message] of wrong) {
    await page.getByLabel(field).fill(typed);
    await save(page);
    await page.getByText(message, { exact: true }).waitFor();
    const body = { ...good, [field.toLowerCase()]: typed };
    const reply = await call(page, 'POST', '/register', body);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(message)]);
  }
  await page.goto(`${recoup.url}/home/add-attorney-admin`);
  await expect(page.getByLabel('Active', { exact: true })).toHaveCount(0);
  await save(page);
  await page.getByText('Please choose a firm.').waitFor();
  expect((await call(page, 'POST', '/register', { ...good, firm: '' })).text).toContain(
    'Please choose a firm.',
  );
});
