import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { areas } from '../../apps/web/src/app/routing/areas.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';
import { expect, isDeep } from '../support/test.ts';
import { type Form, forms, prepareForms } from '../support/forms.ts';
import { logOut, signIn, type Visit, waitForIdle } from '../support/browser.ts';
import { closeExport } from '../support/wire.ts';

useApp();

const question = 'You have unsaved changes, do you want leave this page?';

it('knows the form of every page that has one', () => {
  const pages = Object.values(areas).flatMap(({ at, pages: rows }) =>
    rows.map((page) => ({ at: `${at}/${page.path}`.replace(/\/$/, ''), isForm: 'form' in page })),
  );
  const isOn = (at: string, { page }: Pick<Form, 'page'>) => at.endsWith(`/${page}`);
  expect(
    pages.filter(({ at, isForm }) => isForm && !forms.some((form) => isOn(at, form))),
    'forms without a row in e2e/support/forms.ts',
  ).toEqual([]);
  expect(
    forms.filter((form) => !pages.some(({ at }) => isOn(at, form))),
    'rows of pages that the router does not have',
  ).toEqual([]);
});

// A page, and fields that stay on their page; the deep tests take all.
const quickForms = ['an attorney', 'the VAT of a firm'];
const tested = isDeep ? forms : forms.filter(({ form }) => quickForms.includes(form));
/** One of each user of a form. */
const visits = new Map<string, Visit>();

beforeAll(async () => {
  // To be reopened.
  await closeExport(demoFirmAdmins.chantal);
  await prepareForms();
  for (const as of new Set(tested.map((form) => form.as))) {
    const seen = await openWindow();
    await seen.page.clock.install();
    await signIn(seen.page, recoup.url, as);
    visits.set(as.email, seen);
  }
});

it.each(tested)(
  'confirms before typed text is lost, or keeps it, in the form of $form',
  async (form) => {
    const seen = visits.get(form.as.email);
    if (!seen) throw new Error('signed in before the tests');
    await leaveForm(seen, form);
    expect(seen.consoleErrors).toEqual([]);
  },
);

/** Leaves it by each way out, stays, reloads, signs in again, and leaves at last. */
async function leaveForm({ page }: Visit, form: Form): Promise<void> {
  const typed = await fillIn(page, form);
  const isKept = async (way: string): Promise<void> => {
    await page.getByText(question).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByText(question).waitFor({ state: 'detached' });
    expect({ way, typed: await form.field(page).inputValue() }).toEqual({ way, typed });
  };
  for (const [way, leave] of Object.entries(waysOut(form))) {
    await leave(page);
    await isKept(way);
  }
  await reload(page);
  await endSession(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
  await dialog.getByText('Your session has ended. Please sign in again.').waitFor();
  await page.goBack();
  await dialog.getByLabel('Password').fill(form.as.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect(form.field(page)).toHaveValue(typed);
  await leaveForGood(page, form);
}

/** Typed as by hand: a browser asks before a reload only after an action of the user. */
async function fillIn(page: Page, form: Form): Promise<string> {
  await page.goto(recoup.url + form.at);
  await waitForIdle(page);
  await form.open(page);
  const field = form.field(page);
  await field.click();
  await field.pressSequentially('12');
  return field.inputValue();
}

type Ways = Readonly<Record<string, (page: Page) => Promise<unknown>>>;

function waysOut({ isDialog, isStep, another }: Form): Ways {
  // From a step Back leads to the step before, and past that one it leaves the page.
  const steps = isStep ? 2 : 1;
  const back: Ways = {
    [`Back ${steps}`]: async (page) => page.evaluate((by) => history.go(-by), steps),
  };
  const covered: Ways = {
    link: async (page) => page.getByRole('banner').getByRole('link', { name: /home$/ }).click(),
    palette: async (page) => choose(page, 'API', /^API/),
    logout: logOut,
    ...(another !== undefined && {
      'another query': async (page) => choose(page, another.search, another.option),
    }),
  };
  return isDialog ? back : { ...covered, ...back };
}

async function choose(page: Page, search: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or go to' }).fill(search);
  await page.getByRole('option', { name: option }).first().click();
}

/** The browser shows its own dialog; the test chooses to stay. */
async function reload(page: Page): Promise<void> {
  const requested = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await requested;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
}

/** The half hour passes, and the server knows the token no more. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.setItem('token', 'x'.repeat(43)));
  await page.clock.fastForward('31:00');
}

async function leaveForGood(page: Page, { isDialog }: Form): Promise<void> {
  if (isDialog) return;
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByText(question).waitFor({ state: 'detached' });
}
