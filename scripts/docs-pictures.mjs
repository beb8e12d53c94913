// The pictures of `npm run screenshots -- --docs`, and what is done before each is taken.
const badRows = 'apps/server/src/matters/csv/fixtures/bad-rows.csv';
const area = '/home/attorneys';
const attorneys = { at: `${area}/attorney-list` };
const fileHandler = { at: `${area}/file-handler` };
const button = (page, name) => page.getByRole('button', { name, exact: true }).first();

/** What README and the documents show: small, light. */
export const docsPictures = [
  { name: 'attorneys', as: 'admin', ...attorneys, width: 1200, height: 750 },
  { name: 'call-fees', as: 'admin', ...attorneys, act: openCallFees, width: 1200, height: 1120 },
  {
    name: 'attorneys-dark',
    as: 'admin',
    ...attorneys,
    width: 1200,
    height: 750,
    colorScheme: 'dark',
  },
  {
    name: 'palette',
    as: 'admin',
    ...attorneys,
    act: async (page) => openPalette(page, 'np000'),
    width: 1200,
    height: 600,
  },
  { name: 'phone', as: 'attorney', at: '/home/entries', act: runCall, width: 390, height: 844 },
  {
    name: 'phone-dark',
    as: 'admin',
    at: `${area}/matters`,
    width: 390,
    height: 844,
    colorScheme: 'dark',
  },
  {
    name: 'import',
    as: 'admin',
    ...fileHandler,
    act: async (page) => chooseFile(page, badRows),
    width: 1200,
    height: 900,
  },
  { name: 'guide-month-end', as: 'admin', at: `${area}/month-end`, width: 1200, height: 900 },
];

async function openAttorney(page) {
  await page.getByRole('link', { name: 'Edit Thabo Mokoena' }).click();
  await button(page, 'Edit Call').waitFor();
}

async function openCallFees(page) {
  await openAttorney(page);
  await button(page, 'Edit Call').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Cost, row 1').waitFor();
  await dialog.locator('figure svg').first().waitFor();
}

async function chooseFile(page, file) {
  await page.getByLabel('Matter File Upload').setInputFiles(file);
  await page.getByRole('region', { name: 'Preview' }).locator('dd').first().waitFor();
}

/** A call that has lasted some minutes. */
async function runCall(page) {
  await page.clock.install();
  await button(page, 'Start call').click();
  await page.clock.fastForward('04:12');
  await page.getByText(/^4:1\d$/).waitFor();
}

async function openPalette(page, typed) {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or go to' });
  await palette.getByRole('combobox').fill(typed);
  await palette
    .getByRole('status')
    .filter({ hasText: /result|Nothing/ })
    .waitFor({ state: 'attached' });
}
