import { it } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { expect } from '../support/test.ts';
import { fixture } from '../support/import-page.ts';
import { type Visit, waitForIdle } from '../support/browser.ts';
import { nextMarch } from '../support/raise.ts';
import { focused } from '../support/keyboard.ts';
import { callDay, importCalls } from '../support/calls.ts';
import { callApi, closeExport, readData, recordEntry } from '../support/wire.ts';
import { openWindow, recoup, signedIn, useApp } from '../support/app.ts';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** The tasks of docs/tasks.md in their order; each begins where the one before ended. */
useApp();

const { lerato } = demoFirmAdmins;
type Task = { number: number; as?: typeof lerato | typeof demoAttorneys.thabo; width?: number };
type Work = (page: Visit['page'], user: TaskUser) => Promise<void>;

function task(title: string, { number, as, width = 1440 }: Task, work: Work): void {
  it(`takes the clicks and keys of docs/tasks.md: ${number} ${title}`, async () => {
    const seen = as ? await signedIn(as, undefined, { width }) : await openWindow({ width });
    const { page, consoleErrors, end } = seen;
    await (as ? waitForIdle(page) : page.goto(`${recoup.url}/logon`));
    const user = aTaskUser(page);
    await work(page, user);
    expect(user.effort()).toEqual((await documentedEfforts()).get(number));
    expect(consoleErrors).toEqual([]);
    await end();
  });
}

task('sign in', { number: 1 }, signIn);

async function signIn(page: Page, { press, type, key }: TaskUser): Promise<void> {
  await press(page.getByLabel('Email'));
  await type(lerato.email);
  await key('Tab');
  await type(lerato.password);
  await key('Enter');
  await page.getByRole('heading', { level: 1, name: 'Attorneys' }).waitFor();
}

task('import matters', { number: 2, as: lerato }, async (page, { press, chooseFile }) => {
  await press(page.getByRole('link', { name: 'Import / Export' }));
  await chooseFile(page.getByLabel('Matter File Upload'), fixture('recoup.csv'));
  await page.getByRole('region', { name: 'Preview' }).locator('dd').first().waitFor();
  await press(page.getByRole('button', { name: 'Upload', exact: true }));
  await page.getByRole('status').filter({ hasText: 'File upload Successful!' }).waitFor();
});

task(
  'an attorney with fees, which two others get too',
  { number: 3, as: lerato },
  async (page, { press, type, key, choose }) => {
    await press(page.getByRole('link', { name: 'Add Attorney' }).last());
    await page.locator('h1:focus', { hasText: 'Add Attorney' }).waitFor();
    await press(page.getByLabel('Name'));
    for (const text of ['Nomsa Dube', 'n.dube@nkosi.co.za', '0825550198']) {
      await type(text);
      await key('Tab');
    }
    await press(page.getByRole('button', { name: 'Add Disbursement' }));
    const fees = page.getByRole('dialog');
    await choose(fees.getByLabel('Disbursement type'), 'Call');
    await press(fees.getByLabel('To, row 1'));
    await type('5');
    await key('Tab');
    await type('40');
    await press(fees.getByRole('button', { name: 'Save', exact: true }));
    await fees.waitFor({ state: 'detached' });
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    const password = page.getByRole('dialog', { name: 'Initial password' });
    await press(password.getByRole('button', { name: 'Copy' }));
    await password.getByRole('button', { name: 'Copied' }).waitFor();
    await press(password.getByRole('button', { name: 'Done' }));
    await press(page.getByRole('link', { name: 'Edit Nomsa Dube' }));
    await press(page.getByRole('button', { name: /^Apply.* Call/ }));
    const others = page.getByRole('dialog');
    await press(others.getByLabel('Pieter Botha'));
    await press(others.getByLabel('Saras Naidoo'));
    await press(others.getByRole('button', { name: 'Preview' }));
    await press(others.getByRole('button', { name: 'Apply', exact: true }));
    await page.getByText('Call fees updated for 2 attorneys.').waitFor();
  },
);

task(
  'record a phone call',
  { number: 4, as: demoAttorneys.thabo, width: 390 },
  async (page, { press, type }) => {
    await press(page.getByRole('button', { name: 'Start call' }));
    await press(page.getByRole('button', { name: 'Stop' }));
    await press(page.getByRole('combobox', { name: 'Matter' }));
    await type('NP0001');
    await press(page.getByRole('option', { name: /NP0001/ }));
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByRole('button', { name: /NP0001/ }).first()).toBeVisible();
  },
);

task(
  'one matter’s last month',
  { number: 5, as: lerato },
  async (page, { press, type, key, choose }) => {
    await press(page.getByRole('link', { name: 'Entries' }));
    await press(page.getByRole('combobox', { name: /^Search matter/ }));
    await type('NP0001');
    await page.getByRole('option', { name: /NP0001/ }).waitFor();
    await key('Enter');
    await page.getByRole('button', { name: /^Remove filter: NP0001/ }).waitFor();
    await choose(page.getByLabel('Period'), 'Last month');
    await page.waitForURL(/matter=.*period=last-month/);
    await page.getByRole('list', { name: 'Filters' }).getByText('Last month').waitFor();
  },
);

task('correct an entry and say why', { number: 6, as: lerato }, async (page, { press, type }) => {
  await press(page.getByRole('link', { name: 'Entries' }));
  await press(page.getByRole('row', { name: /Correct:/ }).first());
  const entry = page.getByRole('dialog');
  await press(entry.getByLabel('Narration'));
  await type(', on the lease');
  await press(entry.getByLabel('Reason'));
  await type('Subject added');
  await press(entry.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('Entry corrected.').waitFor();
});

task('raise fees by 6 %', { number: 7, as: lerato }, async (page, { press, type, key }) => {
  await press(page.getByRole('link', { name: 'Fees' }));
  await press(page.getByRole('button', { name: 'Raise fees' }));
  const dialog = page.getByRole('dialog', { name: 'Raise fees' });
  await dialog.waitFor();
  await type('6');
  await key('Tab');
  await type(`0301${nextMarch.slice(0, 4)}`);
  await dialog.getByRole('table').waitFor();
  await press(dialog.getByRole('button', { name: 'Raise fees' }));
  await page.getByRole('status').filter({ hasText: 'Fees raised by 6' }).waitFor();
});

task('see who changed a fee', { number: 8, as: lerato }, async (page, { press }) => {
  await press(page.getByRole('link', { name: 'Fees' }));
  await page.getByRole('row', { name: /\+6.*Lerato Nkosi/ }).waitFor();
});

task('close and mail', { number: 9, as: lerato }, async (page, { press, type }) => {
  await press(page.getByRole('link', { name: 'Month end' }));
  await press(page.getByRole('radio', { name: /^Last month, / }));
  const close = page.getByRole('region', { name: 'Close', exact: true });
  await press(close.getByRole('button', { name: 'Close and export' }));
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Close and lock / });
  await press(confirm);
  await press(page.getByRole('textbox', { name: 'To' }));
  await type('books@nkosi.co.za');
  await press(page.getByRole('button', { name: 'Send Mail' }));
  await page.getByText('Mail sent successfully !').waitFor();
});

task('reopen an export', { number: 10, as: lerato }, async (page, { press, type }) => {
  await press(page.getByRole('link', { name: 'Import / Export' }));
  await press(page.getByRole('link', { name: 'All exports' }));
  await press(page.getByRole('link', { name: 'Export 1' }));
  await press(page.getByLabel('Reason'));
  await type('Wrong month');
  await press(page.getByRole('button', { name: 'Reopen export 1' }));
  await page.getByText(/Reopened by Lerato .*: Wrong month/).waitFor();
});

task('close and mail a first Xero file', { number: 11 }, async (page, user) => {
  const { press, type, key, choose } = user;
  await signIn(page, user);
  await press(page.getByRole('link', { name: 'Month end' }));
  await press(page.getByRole('radio', { name: /^Last month, / }));
  const close = page.getByRole('region', { name: 'Close', exact: true });
  await press(close.getByRole('button', { name: 'Close and export' }));
  await press(page.getByRole('dialog').getByRole('button', { name: /^Close and lock / }));
  const mail = page.getByRole('region', { name: 'Mail Form' });
  await press(mail.getByRole('textbox', { name: 'To' }));
  await type('books@nkosi.co.za');
  await press(mail.getByRole('radio', { name: 'Posting file' }));
  await choose(mail.getByLabel('Layout'), 'Xero manual journals');
  await press(mail.getByRole('button', { name: 'Send Mail' }));
  const settings = page.getByRole('form', { name: 'Settings of Xero manual journals' });
  await expect(settings.getByRole('textbox').first()).toBeFocused();
  for (const last = settings.getByRole('textbox').last(); ; await key('Tab')) {
    await type('4000');
    if (await last.evaluate((field) => field === document.activeElement)) break;
  }
  await key('Enter');
  await press(mail.getByRole('button', { name: 'Send Mail' }));
  await page.getByText('Mail sent successfully !').waitFor();
});

task('merge all doubles', { number: 12, as: lerato }, async (page, { press }) => {
  const { thabo } = demoAttorneys;
  const hours = ['09', '10', '11', '12', '13', '14', '15', '16'];
  await importCalls(
    [thabo],
    hours.map((hour) => ({ at: `${hour}:00`, minutes: 4, other: '0825550351' })),
  );
  for (const hour of hours) {
    const startedAt = `${callDay}T${hour}:00:00+02:00`;
    await recordEntry(thabo, 'Call', { date: callDay, minutes: 3, startedAt });
  }
  await page.reload();
  await press(page.getByRole('link', { name: /^Calls/ }));
  await press(page.getByRole('button', { name: 'Merge doubles' }));
  const dialog = page.getByRole('dialog', { name: 'Merge calls that were recorded by hand?' });
  await press(dialog.getByRole('button', { name: 'Merge 8 calls' }));
  await page.getByText('8 calls merged.').waitFor();
});

task('make a taxation pack', { number: 13, as: lerato }, async (page, { press, type }) => {
  const [matter] = await readData<{ _id: string }[]>(
    lerato,
    '/matters?search=NP0002&page=1&itemsPerPage=5',
  );
  const copies = { matter: matter?._id, amount: 5, quantity: 2 };
  await recordEntry(demoAttorneys.thabo, 'Photocopies', copies);
  await closeExport(lerato);
  await press(page.getByRole('link', { name: 'Matters', exact: true }));
  // The page before has a search of its own.
  await press(page.getByRole('searchbox', { name: 'Search number, client or description' }));
  await type('NP0002');
  await press(page.getByRole('button', { name: 'Actions on NP0002' }));
  await press(page.getByRole('link', { name: 'Taxation pack of NP0002' }));
  await press(page.getByRole('button', { name: 'Make pack' }));
  const download = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Download the pack of NP0002' }));
  expect((await download).suggestedFilename()).toBe('taxation-pack-NP0002.zip');
});

task('type a supplier’s account of 100 lines', { number: 14, as: lerato }, typeAccount);

/** By keyboard alone: matter, Enter, amount, Enter. */
async function typeAccount(page: Page, { type, key }: TaskUser): Promise<void> {
  await callApi(lerato, 'POST', '/suppliers', { name: 'Sheriff Pretoria' });
  const matters = await readData<{ number: string; attorney: unknown }[]>(
    lerato,
    '/matters?status=Open&page=1&itemsPerPage=100',
  );
  const numbers = matters.filter(({ attorney }) => attorney !== null).map(({ number }) => number);
  const tabTo = async (control: Locator): Promise<void> => {
    while (!(await control.evaluate((field) => field === document.activeElement))) await key('Tab');
  };
  await key('Control+k');
  await expect.poll(() => focused(page)).toBe('Search or go to');
  await type('add acc');
  await page.getByRole('option', { name: 'Add account' }).waitFor();
  await key('Enter');
  const supplier = page.getByLabel('Supplier').first();
  await supplier.waitFor();
  await tabTo(supplier);
  await type('Sher');
  await tabTo(page.getByLabel('Number').first());
  await type('INV 4711');
  await key('Tab');
  await type('11022026');
  await tabTo(page.getByLabel('Total with VAT').first());
  await type('13575');
  await tabTo(page.getByLabel('Matter of line 1', { exact: true }));
  for (let line = 0; line < 100; line += 1) {
    await type(numbers[line % numbers.length] ?? '');
    await key('Enter');
    await type((86.25 + line).toFixed(2));
    if (line === 0) {
      await key('Tab');
      await type('Sher');
    }
    await key('Enter');
  }
  await expect(page.getByText(/^100 lines, /)).toBeVisible();
  await key('Enter');
  await key('Enter');
  await page.locator('h1', { hasText: 'Account INV 4711' }).waitFor();
}

type Effort = { clicks: number; keys: number };

/** Does a task as a user would, and counts clicks (or taps) and keys. */
function aTaskUser(page: Page) {
  let clicks = 0;
  let keys = 0;
  const press = async (control: Locator): Promise<void> => {
    clicks += 1;
    await control.click();
  };
  return {
    press,
    /** Into the control that has the focus, one key for each character. */
    type: async (text: string): Promise<void> => {
      keys += text.length;
      await page.keyboard.type(text);
    },
    key: async (name: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(name);
    },
    /** One click opens the list of a select, one takes the option. */
    choose: async (select: Locator, label: string): Promise<void> => {
      clicks += 2;
      await select.selectOption({ label });
    },
    /** One click opens the system's dialog, one takes the file. */
    chooseFile: async (picker: Locator, file: string): Promise<void> => {
      clicks += 2;
      await picker.setInputFiles(file);
    },
    effort: (): Effort => ({ clicks, keys }),
  };
}
type TaskUser = ReturnType<typeof aTaskUser>;

/** What docs/tasks.md says of each task, by its number. */
async function documentedEfforts(): Promise<Map<number, Effort>> {
  const text = await readFile(new URL('../../docs/tasks.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line));
  return new Map(
    rows.map((row) => {
      const cells = row.split('|').map((cell) => cell.trim());
      return [
        Number.parseInt(cells[1] ?? '', 10),
        { clicks: Number(cells[4]), keys: Number(cells[5]) },
      ];
    }),
  );
}
