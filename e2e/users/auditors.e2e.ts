import { describe, it } from 'vitest';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins, demoOffice } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';
import { thirdOfNextMonth } from '../support/month-end.ts';
import { setServerTime } from '../support/network.ts';

useApp();
const places = ['Entries', 'Exports', 'Matters', 'Month end', 'Fees', 'Audit'] as const;

/** Words of buttons that change something. */
const writeWords =
  'Add|Save|Close and export|Import|Upload|Raise|Set cap|Phones|Accept|Correct|Delete|Reverse|' +
  'Send|Email this|Reopen|Undo|Views|Columns';
const writes = new RegExp(`\\b(?:${writeWords})\\b`);

describe('an auditor', () => {
  it('finds pages without any change on a phone', async () => {
    expect(await writesOffered(390)).toEqual([]);
  });

  deepIt('finds pages without any change in a wide window', async () => {
    expect(await writesOffered(1440)).toEqual([]);
  });

  deepIt('reads fees with each mark on a line of its own', async () => {
    const { page } = await signedIn(demoOffice.gillian, '/home/attorneys/fees');
    const mark = page.getByText('differs from the usual', { exact: true }).first();
    await mark.waitFor();
    const price = mark.locator('xpath=preceding-sibling::*');
    const [above, below] = [await price.boundingBox(), await mark.boundingBox()];
    expect(below?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  });

  deepIt('opens an entry without a form, and no page of the firm admin', async () => {
    const { page } = await signedIn(demoOffice.gillian, '/home/attorneys/entries');
    await page
      .getByRole('button', { name: /^View: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('Recorded by')
      .or(dialog.getByText('Attorney', { exact: true }))
      .first()
      .waitFor();
    await expect(dialog.getByRole('textbox')).toHaveCount(0);
    await page.keyboard.press('Escape');
    for (const path of ['attorney-list', 'file-handler', 'auditors', 'firm-settings', 'calls']) {
      await page.goto(`${new URL(page.url()).origin}/home/attorneys/${path}`);
      await page.waitForURL('**/home/unauthorized');
    }
  });
});

deepIt('is added by the firm admin, with a last day, and edited', async () => {
  const { page, consoleErrors } = await signedIn(demoFirmAdmins.anneke, '/home/attorneys/auditors');
  const intro = page.getByText(/^People who read /);
  for (const place of places) await expect(intro).toContainText(place, { ignoreCase: true });
  await page.getByRole('link', { name: 'Add auditor' }).first().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Enter the last day.').waitFor();
  await page.getByLabel('Name').fill('Musa Books');
  await page.getByLabel('Email').fill('musa@books.example.com');
  const year = new Date().getFullYear() + 1;
  await page.getByLabel('Last day').fill(`${year}-01-31`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog', { name: 'Initial password' }).waitFor();
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: 'Musa Books' });
  await row.getByText(`31 Jan ${year}`).waitFor();
  await row.getByRole('link', { name: 'Edit Musa Books' }).click();
  await page.getByLabel('Last day').fill(`${year}-02-28`);
  expect(await a11yViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(`28 Feb ${year}`).waitFor();
  expect(consoleErrors).toEqual([]);
});

/** Visits an auditor's pages. Returns offered changes, refused calls and layout faults. */
async function writesOffered(width: number): Promise<string[]> {
  const { page, consoleErrors, end } = await signedIn(demoOffice.gillian, '/home', { width });
  const faults: string[] = [];
  // Month end begins with the last month, if the user may see that it has entries to close.
  await setServerTime(page, () => thirdOfNextMonth().getTime());
  page.on('response', (reply) => {
    if (reply.status() >= 400) faults.push(`${reply.status()} ${reply.url()}`);
  });
  for (const place of places) {
    if (width < 500) await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: place, exact: true }).filter({ visible: true }).click();
    await page.getByRole('heading', { level: 1, name: place }).waitFor();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const buttons = await page.locator('main').getByRole('button').allTextContents();
    faults.push(...buttons.filter((name) => writes.test(name)).map((name) => `${place}: ${name}`));
    const sideways = await sidewaysScroll(page);
    if (sideways > 0) faults.push(`${place} scrolls sideways by ${sideways} pixels`);
  }
  faults.push(...(await a11yViolations(page)), ...consoleErrors);
  await end();
  return faults;
}
