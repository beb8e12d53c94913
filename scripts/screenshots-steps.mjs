// What `npm run screenshots` does on a page before it takes the picture.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const badRows = 'apps/server/src/matters/csv/fixtures/bad-rows.csv';
export const goodRows = 'apps/server/src/matters/csv/fixtures/recoup.csv';

export const area = '/home/attorneys';
export const button = (page, name) => page.getByRole('button', { name, exact: true }).first();

/** To a form: it is there when its button is. */
export async function follow(page, name) {
  await page.getByRole('link', { name }).first().click();
  await button(page, 'Save').waitFor();
}

export async function openAttorney(page) {
  await page.getByRole('link', { name: 'Edit Thabo Mokoena' }).click();
  await button(page, 'Edit Call').waitFor();
}

export async function openCallFees(page) {
  await openAttorney(page);
  await button(page, 'Edit Call').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Cost, row 1').waitFor();
  await dialog.locator('figure svg').first().waitFor();
}

export async function chooseFile(page, file) {
  await page.getByLabel('Matter File Upload').setInputFiles(file);
  await page.getByRole('region', { name: 'Preview' }).locator('dd').first().waitFor();
}

export async function previewClosing(page) {
  await button(page, 'Close and export').click();
  await page
    .getByRole('dialog')
    .getByText(/^R\s\d/)
    .waitFor();
}

/** The form of the mail stands there once there is an export to send. */
export async function refuseMail(page) {
  await previewClosing(page);
  await button(page.getByRole('dialog'), 'Close and export').click();
  await button(page, 'Send Mail').click();
}

/** A call that has lasted some minutes. */
export async function runCall(page) {
  await page.clock.install();
  await button(page, 'Start call').click();
  await page.clock.fastForward('04:12');
  await page.getByText(/^4:1\d$/).waitFor();
}

export async function forget(page, email = 'chantal@danielslaw.co.za') {
  await page.getByLabel('Email').fill(email);
  await button(page, 'Forgot password').click();
  await page.getByLabel('OTP').waitFor();
}

export async function chooseNewPassword(page, { dataDir }) {
  // Another person: a second code within a minute is not sent.
  await forget(page, 's.naidoo@nkosi.co.za');
  const folder = path.join(dataDir, 'outbox');
  const sent = readdirSync(folder).filter((name) => name.endsWith('.sms.json'));
  const { text } = JSON.parse(readFileSync(path.join(folder, sent.toSorted().at(-1)), 'utf8'));
  await page.getByLabel('OTP').fill(/\b\d{8}\b/.exec(text)[0]);
  await button(page, 'Continue').click();
  await page.getByRole('textbox', { name: 'New Password' }).waitFor();
}

export async function openPalette(page, typed) {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or go to' });
  await palette.getByRole('combobox').fill(typed);
  await palette
    .getByRole('status')
    .filter({ hasText: /result|Nothing/ })
    .waitFor({ state: 'attached' });
}

export const openShortcuts = (page) =>
  page.keyboard.press('?').then(() => page.getByRole('dialog').waitFor());
export const cutOff = (page) => page.route('**/core/api/users?*', (route) => route.abort());

export async function openHelp(page) {
  await openCallFees(page);
  await page.getByText('How are calls priced?').click();
}

export async function openRecorded(page, name) {
  await page.getByRole('button', { name }).first().click();
  await page
    .getByRole('dialog')
    .getByText(/^(Why|This entry)/)
    .first()
    .waitFor();
}

export async function addedAttorney(page) {
  await page.getByRole('textbox', { name: 'Name' }).fill('Nomsa Mahlangu-Wilhelmina van Rensburg');
  await page.getByLabel('Email').fill('n.mahlangu@nkosi.co.za');
  await page.getByLabel('Cell').fill('0825550199');
  await button(page, 'Save').click();
  await page.getByRole('dialog', { name: 'Initial password' }).waitFor();
}

/** Pictures below the window are loaded when they come near it. */
export async function wholePage(page) {
  await page.evaluate(async () => {
    for (const picture of document.images) {
      picture.loading = 'eager';
      await picture.decode();
    }
  });
}
