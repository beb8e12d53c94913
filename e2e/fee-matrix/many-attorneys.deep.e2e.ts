import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { expect } from '../support/test.ts';
import { a11yViolations } from '../support/a11y.ts';
import { asAdmin, useApp } from '../support/app.ts';
import { feesPage } from '../support/raise.ts';

useApp();

const people = named('Attorney', 200).map((each) => ({ ...each, status: 2 }));
const types = named('Type', 10);
const callFees = [1, 2, 3, 4].map((band) => ({
  startTime: 5 * (band - 1),
  endTime: 5 * band,
  additionalTime: 0,
  charges: 33 * band,
}));
const headers = (page: Page) => page.getByRole('rowheader');
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages of Attorneys' });

it('draws one page of 200 attorneys, and finds the others by page and by name', async () => {
  const { page, consoleErrors } = await asAdmin();
  await withManyAttorneys(page);
  await page.getByRole('link', { name: 'Fees' }).click();
  await headers(page).nth(19).waitFor();
  await expect(headers(page)).toHaveText(
    people.slice(0, 20).map(({ name }) => `${name}\nPDF`),
    { useInnerText: true },
  );
  await expect
    .poll(async () => (await page.getByRole('columnheader').allInnerTexts()).slice(1))
    .toEqual(types.map(({ name }) => name));
  await page.getByText('1–20 of 200', { exact: true }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('*').length))
    .toBeLessThan(4_000);
  await pager(page).getByRole('button', { name: 'Page 10', exact: true }).click();
  await page.getByRole('rowheader', { name: /^Attorney 200/ }).waitFor();
  expect(await a11yViolations(page)).toEqual([]);
  await page.getByLabel('Search attorneys').fill('ney 7');
  await page.getByText('1–11 of 11', { exact: true }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?search=ney+7');
  await page.goBack();
  await page.getByRole('rowheader', { name: /^Attorney 200/ }).waitFor();
  await page.goto(`${new URL(page.url()).origin}${feesPage}?page=99&size=5`);
  await page.getByText('196–200 of 200', { exact: true }).waitFor();
  expect(consoleErrors).toEqual([]);
});

it('draws a hundred attorneys a few at a time, and keeps the columns in their place', async () => {
  const { page } = await asAdmin();
  // As wide as their texts are.
  await withManyAttorneys(page, types.slice(0, 3));
  await page.getByRole('link', { name: 'Fees' }).click();
  await headers(page).nth(19).waitFor();
  await page.evaluate(followTable);
  await page.getByLabel('Rows per page').selectOption('100');
  await expect(headers(page)).toHaveCount(100);
  const places: string[] = await page.evaluate('window.places');
  expect(places.length).toBeGreaterThan(5);
  expect(new Set(places).size).toBe(1);
});

/** Remembers where the columns begin whenever rows come. */
function followTable(): void {
  const places: string[] = [];
  Object.assign(window, { places });
  const look = () => {
    const columns = [...document.querySelectorAll('thead th')];
    places.push(columns.map((each) => Math.round(each.getBoundingClientRect().left)).join(' '));
  };
  new MutationObserver(look).observe(document.querySelector('table') ?? document, {
    childList: true,
    subtree: true,
  });
}

function isLong(attorney: { name: string }, type: { name: string }): boolean {
  return attorney.name === 'Attorney 60' && type.name === 'Type 2';
}

async function withManyAttorneys(page: Page, used = types): Promise<void> {
  const rows = people.flatMap((attorney) =>
    used.map((disbursementType) => ({
      attorney,
      disbursementType,
      validFrom: '2000-01-01',
      next: null,
      // An attorney far below has the text by which the column is the widest.
      callFees: isLong(attorney, disbursementType) ? callFees : callFees.slice(2),
      unitPrice: null,
    })),
  );
  // By their letters, as the server answers.
  const sorted = <T extends { name: string }>(all: readonly T[]) =>
    all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await page.route('**/core/api/rate-matrix*', (route) =>
    route.fulfill({ json: { data: rows, count: rows.length } }),
  );
  await page.route('**/core/api/users?*', (route) => answerLike(route, sorted(people)));
  await page.route('**/core/api/disbursements?*', (route) =>
    answerLike(
      route,
      sorted(used).map(({ _id, name }) => ({ _id, title: name })),
    ),
  );
}

type Route = Parameters<Parameters<Page['route']>[1]>[0];

/** Rows with the other fields of the first row of the true answer. */
async function answerLike(route: Route, rows: readonly object[]): Promise<void> {
  const { data } = (await (await route.fetch()).json()) as { data: object[] }; // the contract's
  const like = data.map((row) => ({ ...row, calculated: true, active: true }))[0];
  await route.fulfill({
    json: { data: rows.map((row) => ({ ...like, ...row })), count: rows.length },
  });
}

function named(word: string, count: number): { _id: string; name: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    _id: `01890000-0000-7000-8000-${word === 'Type' ? '1' : '0'}${String(index).padStart(11, '0')}`,
    name: `${word} ${index + 1}`,
  }));
}
