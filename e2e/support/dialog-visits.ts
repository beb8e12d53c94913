import type { Locator, Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { browser, recoup } from './app.ts';
import { callDay, importCalls } from './calls.ts';
import type { Row } from './dialog-row.ts';
import { signIn, waitForIdle, visit } from './browser.ts';
import { raiseByApi } from './raise.ts';
import {
  addVoucher,
  callApi,
  closeExport,
  importMatters,
  recordCall,
  recordEntry,
} from './wire.ts';

const { lerato } = demoFirmAdmins;
const { thabo } = demoAttorneys;

export function named(page: Page, row: Row): Locator {
  return page.getByRole('dialog', { name: row.name });
}

/** Opens the dialogs of one file of tests. */
export function createDialogVisits() {
  const pages = new Map<string, Page>();
  let begun: Row | undefined;

  function pageOf({ as }: Row): Page {
    const page = pages.get(as.email);
    if (!page) throw new Error('not begun');
    return page;
  }

  /** A window with mouse, keyboard and touch on the row's page, signed in once per user. */
  async function begin(row: Row): Promise<Page> {
    const last = pages.get(row.as.email);
    const isSignedIn = await last?.evaluate(() => sessionStorage.getItem('token') !== null);
    const page = last && isSignedIn === true ? last : await signedIn(row);
    pages.set(row.as.email, page);
    const before = begun;
    begun = row;
    if (before && isSamePage(before, row) && (await isClear(page, row))) return page;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.evaluate(() => localStorage.clear());
    await row.routes?.(page);
    await page.goto(recoup.url + row.at);
    await waitForIdle(page);
    await row.prepare?.(page);
    await row.opener(page).waitFor();
    return page;
  }

  /** Opens it and changes something in it. */
  async function open(row: Row): Promise<Locator> {
    const page = pageOf(row);
    await row.opener(page).click();
    const dialog = named(page, row);
    await dialog.waitFor();
    await row.change?.(dialog);
    return dialog;
  }

  return { begin, open, pageOf };
}

/** Rows that share a load of a page come one after another. */
export function inOrderOfPages(rows: readonly Row[]): readonly Row[] {
  const isTogether = (one: Row, other: Row) => one === other || isSamePage(one, other);
  return rows.flatMap((row, index) =>
    rows.findIndex((each) => isTogether(each, row)) === index
      ? rows.filter((each) => isTogether(row, each))
      : [],
  );
}

/** The preparation of the row before serves this one too. */
function isSamePage(before: Row, row: Row): boolean {
  if (before.isOnce || row.isOnce) return false;
  const facts = ({ as, at, routes, prepare }: Row) => [as.email, at, routes, prepare];
  const those = facts(before);
  return facts(row).every((fact, index) => fact === those[index]);
}

/** Everything has been closed, so that the page need not be loaded again. */
async function isClear(page: Page, row: Row): Promise<boolean> {
  await waitForIdle(page);
  return (await page.getByRole('dialog').count()) === 0 && (await row.opener(page).isVisible());
}

async function signedIn({ as }: Row): Promise<Page> {
  const { page } = await visit(browser, { width: 1024, hasTouch: true });
  // The browser's own question before a page is left.
  page.on('dialog', (question) => void question.accept());
  await signIn(page, recoup.url, as);
  return page;
}

/** What the dialogs of `dialog-list.ts` are about. */
export async function prepareDialogs(): Promise<void> {
  await lockCalls();
  await importCalls(
    [thabo],
    [
      { at: '09:00', minutes: 2, other: '0825550401' },
      { at: '11:00', minutes: 4, other: '0825550402' },
      { at: '13:00', minutes: 3, other: '0825550403', code: 'NP0001' },
    ],
  );
  const startedAt = `${callDay}T09:00:00Z`;
  await recordEntry(thabo, 'Call', { date: callDay, minutes: 4, startedAt });
  const { _id } = await recordCall(thabo, 'To be opened often');
  await addVoucher(thabo, _id, 'Taxi.jpg');
  await raiseByApi(lerato, { validFrom: '2090-01-01' });
  await importMatters(lerato, 'twice.csv', 'Matter Number,Description\nDD0001,Opened twice\n');
}

/** Two locked calls, one of them with a reversal that no export holds. */
async function lockCalls(): Promise<void> {
  const locked = await recordCall(thabo, 'Locked for good');
  await addVoucher(thabo, locked._id, 'Sheriff.jpg');
  const { _id } = await recordCall(thabo, 'Taken back');
  await closeExport(lerato);
  await callApi(thabo, 'POST', `/entries/${_id}/reversal`, { reason: 'Not ours' });
}
