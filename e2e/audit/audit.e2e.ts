import { it } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations } from '../support/a11y.ts';
import { signedIn, useApp, useVisit } from '../support/app.ts';
import { savedFile } from '../support/browser.ts';
import { systemAdmin } from '../support/recoup.ts';
import { callApi, readData } from '../support/wire.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);
const { thabo } = demoAttorneys;
const audit = '/home/attorneys/audit';
const rows = 'table[aria-label="Audit log"][aria-busy="false"] tbody tr';

/** Changes the cell of Thabo twice, and leaves it as it was. */
async function changeThabo(): Promise<void> {
  const data = await readData<{ _id: string; name: string; cell: string }[]>(
    demoFirmAdmins.lerato,
    '/users?role=0',
  );
  const found = data.find(({ name }) => name === thabo.name);
  for (const cell of ['0825550190', found?.cell])
    await callApi(demoFirmAdmins.lerato, 'PUT', `/users/${found?._id}`, { cell });
}

it('shows who changed what, and before and after in a dialog', async () => {
  await changeThabo();
  const page = await open(audit);
  const line = page.locator(rows).filter({ hasText: /Changed cell of Thabo Mokoena/ });
  await line.first().waitFor();
  await expect(line.first()).toContainText('Lerato Nkosi');
  expect(await a11yViolations(page)).toEqual([]);
  await line
    .nth(1)
    .getByRole('button', { name: /^Details: Changed cell/ })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Changed cell of Thabo/ });
  const changed = dialog.getByRole('row', { name: /cell/ });
  await expect(changed).toHaveText(/cell\s+0\d{9}\s+0825550190/, { useInnerText: true });
  expect(await a11yViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toMatch(/^Details: Changed cell/);
});

it.each([
  ['America/New_York', / South African time$/],
  ['Africa/Johannesburg', /,\s\d\d:\d\d$/],
])(
  'shows South African time to a browser in %s, and says so in another zone',
  async (timezoneId, text) => {
    const { page } = await signedIn(demoFirmAdmins.lerato, audit, { timezoneId });
    const data = await readData<{ at: string }[]>(
      demoFirmAdmins.lerato,
      '/audit?action=user.updated&page=1&itemsPerPage=5',
    );
    const time = new Date(Date.parse(data[0]?.at ?? '') + 7_200_000).toISOString().slice(11, 16);
    const cell = page.locator(rows).filter({ hasText: 'Changed cell' }).first().getByRole('cell');
    await expect(cell.first()).toContainText(time);
    await expect(cell.first()).toHaveText(text);
  },
);

deepIt('keeps filters in the address, with a chip for each', async () => {
  await changeThabo();
  const page = await open(audit);
  await page.getByLabel('Action').selectOption({ label: 'People and sign-in' });
  await page.waitForURL(/group=people/);
  await page.getByRole('button', { name: 'Remove filter: Action: People and sign-in' }).waitFor();
  await page.goto(page.url().replace('group=people', 'action=user.updated'));
  await page.getByRole('button', { name: 'Remove filter: Action: Changed a person' }).waitFor();
  await page.getByLabel('Person', { exact: true }).selectOption({ label: 'Lerato Nkosi' });
  await page.getByLabel('Period').selectOption({ label: 'This month' });
  await page.waitForURL(/period=this-month/);
  await page.locator(rows).first().waitFor();
  for (const text of await page.locator(rows).allInnerTexts())
    expect(text).toMatch(/Lerato Nkosi\s+Changed/);
  await page.reload();
  await page.getByRole('button', { name: /^Remove filter: By Lerato/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('no such thing');
  await page.getByText('Nothing matches “no such thing”.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.locator(rows).first().waitFor();
});

it('leads from a line to everything of its session, and from there to everything', async () => {
  const page = await open(audit);
  await page.locator(rows).filter({ hasText: 'Changed cell' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'Everything of this session' }).click();
  await page.waitForURL(/\?session=/);
  await page.getByRole('button', { name: 'Remove filter: One session' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

it('answers who changed a fee: one line for a raise, which opens to its fees', async () => {
  const body = { percent: 10, roundTo: 0.5, validFrom: '2098-10-30' };
  await callApi(demoFirmAdmins.lerato, 'POST', '/rate-changes', body);
  const page = await open(audit);
  await page.getByLabel('Action').selectOption({ label: 'Fees' });
  await page.waitForURL(/group=fees/);
  const line = page
    .locator(rows)
    .filter({ hasText: /Changed many call fees: 10.00 % from 30.Oct.2098/ });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('Lerato Nkosi');
  await expect(page.locator(rows).filter({ hasText: `call fees of ${thabo.name}` })).toHaveCount(0);
  await line.getByRole('button', { name: /^Details/ }).click();
  const cells = page.getByRole('dialog').getByRole('table', { name: 'Changed fees' });
  await expect(cells.getByRole('row', { name: `${thabo.name}, Call from` })).toHaveText(
    /Call from 30.Oct.2098\s+to 5.min R.33.00 · .*\s+to 5.min R.36.50 · /,
    { useInnerText: true },
  );
  expect(await a11yViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Every attorney of this change' }).click();
  await page.getByRole('button', { name: 'Remove filter: One change of fees' }).waitFor();
  await page
    .locator(rows)
    .filter({ hasText: `call fees of ${thabo.name}` })
    .waitFor();
});

it('leaves reads out until they are asked for', async () => {
  const page = await open('/home/attorneys/matters');
  await page.getByRole('heading', { level: 1, name: 'Matters' }).waitFor();
  await page.goto(`${new URL(page.url()).origin}${audit}`);
  await page.locator(rows).first().waitFor();
  const reads = page.locator(rows).filter({ hasText: /^.*Read \d/ });
  await expect(reads).toHaveCount(0);
  await page.getByLabel('Show reads').check();
  await page.waitForURL(/reads=shown/);
  await page.getByLabel('Action').selectOption({ label: 'Reads' });
  await expect(page.getByLabel('Show reads')).toBeChecked();
});

it('is opened by History, for one attorney alone', async () => {
  const page = await open('/home/attorneys/attorney-list');
  await page.getByRole('link', { name: `Edit ${thabo.name}` }).click();
  await page.getByRole('link', { name: 'History' }).click();
  await page.waitForURL(/audit\?subject=/);
  await page
    .getByRole('button', { name: `Remove filter: About ${thabo.name}`, exact: true })
    .waitFor();
  for (const text of await page.locator(rows).allInnerTexts()) expect(text).toContain(thabo.name);
});

it('saves what is filtered as CSV', async () => {
  const page = await open(`${audit}?action=user.updated`);
  await page.locator(rows).first().waitFor();
  const { name, text } = await savedFile(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(name).toBe('audit.csv');
  const lines = text.trim().split('\r\n').slice(1);
  expect(lines.length).toBeGreaterThanOrEqual(2);
  for (const line of lines) expect(line).toContain('user.updated');
});

deepIt('shows a system admin the lines of each firm', async () => {
  const { page, consoleErrors } = await signedIn(systemAdmin, '/home/audit');
  await page.locator(rows).filter({ hasText: 'Changed cell' }).first().waitFor();
  await page.getByLabel('Firm', { exact: true }).selectOption({ label: 'Daniels Attorneys' });
  await page.waitForURL(/firm=/);
  await expect(page.locator(rows).filter({ hasText: 'Changed cell' })).toHaveCount(0);
  expect(await a11yViolations(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});
