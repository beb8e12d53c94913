import { test } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { signedIn, useApp, useVisit } from '../support/app.ts';
import { waitForIdle } from '../support/browser.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';

useApp();
const open = useVisit(demoFirmAdmins.lerato);

test('a status and a page size chosen at once both hold, and Back resets both', async () => {
  const page = await open('/home/attorneys/matters');
  await page.getByRole('table', { name: 'Matters' }).getByText('Closed').first().waitFor();
  // Within one turn of the page, as keys that are waiting come: the address has had no time to
  // change.
  await page.evaluate(chooseAllAtOnce, ['Pending', 'Closed', '20']);
  await page.waitForURL(
    ({ searchParams }) =>
      searchParams.get('status') === 'Closed' && searchParams.get('size') === '20',
  );
  await page.goBack();
  await page.waitForURL(({ search }) => search === '');
  await page.getByLabel('Search number, client or description').fill('Zulu');
  await page.getByLabel('Search number, client or description').press('Enter');
  await page.waitForURL(({ search }) => search !== '');
  await expect.poll(() => new URL(page.url()).search).toBe('?search=Zulu');
});

deepIt('a search is one step of the history, however long its typing takes', async () => {
  const page = await open('/home/attorneys/matters');
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await page.waitForURL(/page=2/);
  const search = page.getByLabel('Search number, client or description');
  for (const text of ['n', 'np', 'np0']) {
    await search.fill(text);
    await page.waitForURL(({ searchParams }) => searchParams.get('search') === text);
  }
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await page.waitForURL(/page=2/);
  await search.fill('deed');
  await page.waitForURL(/search=deed/);
  const addresses: string[] = [];
  for (let step = 0; step < 4; step += 1) {
    addresses.push(new URL(page.url()).search);
    await page.goBack();
    await waitForIdle(page);
  }
  expect([...addresses, new URL(page.url()).search]).toEqual([
    '?search=deed',
    '?search=np0&page=2',
    '?search=np0',
    '?page=2',
    '',
  ]);
  await expect(search).toHaveValue('');
});

test('the matters are filtered and paged on a phone, without errors', async () => {
  const phone = await signedIn(demoFirmAdmins.lerato, '/home/attorneys/matters', {
    width: 390,
    colorScheme: 'dark',
  });
  await phone.page.getByLabel('Status', { exact: true }).selectOption('Closed');
  await phone.page.waitForURL(/status=Closed/);
  await phone.page.getByRole('table', { name: 'Matters' }).getByText('Closed').first().waitFor();
  await phone.page.getByRole('button', { name: 'Next' }).click();
  await phone.page.waitForURL(/page=2/);
  await waitForIdle(phone.page);
  expect([
    await a11yViolations(phone.page),
    await sidewaysScroll(phone.page),
    phone.consoleErrors,
  ]).toEqual([[], 0, []]);
});

deepIt('an unreadable parameter leaves the address, and is no step of the history', async () => {
  const page = await open('/home/attorneys/fees');
  const { origin } = new URL(page.url());
  for (const [address, shown] of [
    ['/home/attorneys/matters?page=2&size=7&sort=--name&status=Junk', '?page=2'],
    ['/home/attorneys/disbursement-list?size=abc&active=maybe', ''],
    ['/home/attorneys/entries?from=2026-02-30&size=20&attorney=1', '?size=20'],
    ['/home/attorneys/fees?on=2026-02-30&size=7&inactive=yes', ''],
    ['/home/attorneys/fees?on=abc', ''],
    ['/home/attorneys/fees?on=2098-03-01&size=5', '?on=2098-03-01&size=5'],
  ] as const) {
    await page.goto(origin + address);
    await expect.poll(() => new URL(page.url()).search).toBe(shown);
    await waitForIdle(page);
  }
  await page.goBack();
  await page.waitForURL(({ search }) => search === '');
});

deepIt('an error about one telephone number is shown, and the dialog stays', async () => {
  const page = await open('/home/attorneys/matters');
  await page.route('**/core/api/matters/*', (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: 'invalid_input',
        message: '010 is no telephone number.',
        fields: { 'phones.0': '010 is no telephone number.' },
      },
    }),
  );
  for (const name of [/^Actions on /, /^Phones of /])
    await page.getByRole('button', { name }).first().click();
  const dialog = page.getByRole('dialog', { name: /^Telephone numbers of / });
  await dialog.getByRole('textbox').fill('0112345678');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('010 is no telephone number.').waitFor();
  await expect(dialog.getByRole('textbox')).toHaveValue('0112345678');
});

/** The first and second to the status, the third to the page size. */
function chooseAllAtOnce(values: string[]): void {
  const [status, size] = [...document.querySelectorAll('select')].toSorted((a) =>
    a.value === '' ? -1 : 1,
  );
  for (const [at, value] of values.entries()) {
    const select = at < 2 ? status : size;
    if (!select) continue;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
