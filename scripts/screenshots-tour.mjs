// Where `npm run screenshots` goes, and what it does there before it looks.
const badRows = 'apps/server/src/matters/fixtures/bad-rows.csv';
const goodRows = 'apps/server/src/matters/fixtures/recoup.csv';

const area = '/home/attorneys';
const button = (page, name) => page.getByRole('button', { name, exact: true }).first();

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

/** The form of the mail stands there once there is an export to send. */
async function refuseMail(page) {
  await button(page, 'Download Disbursements').click();
  await button(page, 'Send Mail').click();
}

async function forget(page) {
  await page.getByLabel('Email').fill('chantal@danielslaw.co.za');
  await button(page, 'Forgot password').click();
  await page.getByLabel('OTP').waitFor();
}

const attorneys = { at: `${area}/attorney-list` };
const fileHandler = { at: `${area}/file-handler` };

/** `as`: who looks; `act`: what is done on the page before the picture is taken. */
export const tours = [
  {
    as: 'nobody',
    stops: [
      { name: 'logon', at: '/logon' },
      { name: 'logon-refused', at: '/logon', act: async (page) => button(page, 'Sign in').click() },
      { name: 'logon-otp', at: '/logon', act: forget },
      { name: 'not-found', at: '/nowhere' },
    ],
  },
  {
    as: 'operator',
    stops: [
      { name: 'firms', at: '/home/firms' },
      { name: 'firms-none', at: '/home/firms?search=no-such-firm' },
      { name: 'firm', at: '/home/firms', act: async (page) => page.getByRole('link', { name: /^Edit/ }).first().click() },
      { name: 'add-firm', at: '/home/add-firm' },
      { name: 'add-firm-refused', at: '/home/add-firm', act: async (page) => button(page, 'Save').click() },
      { name: 'admin-status', at: '/home/update-admin-status' },
      { name: 'password', at: '/home/update-password' },
      { name: 'unauthorized', at: '/home/unauthorized' },
      { name: 'nowhere', at: '/home/nowhere' },
      { name: 'account-menu', at: '/home/firms', act: async (page) => page.getByRole('button', { name: /^Account of / }).click() },
    ],
  },
  {
    as: 'admin',
    stops: [
      { name: 'attorneys', ...attorneys },
      { name: 'attorneys-none', at: `${attorneys.at}?search=no-such-person` },
      { name: 'attorney', ...attorneys, act: openAttorney },
      { name: 'call-fees', ...attorneys, act: openCallFees },
      {
        name: 'unsaved',
        ...attorneys,
        act: async (page) => {
          await openAttorney(page);
          await page.getByLabel('Name').first().fill('Another Name');
          await page.getByRole('link', { name: 'Cancel' }).click();
          await page.getByRole('dialog').waitFor();
        },
      },
      {
        name: 'copy-fees',
        ...attorneys,
        act: async (page) => {
          await openAttorney(page);
          await button(page, 'Copy fees from…').click();
          await page.getByRole('dialog').getByLabel('Attorney').selectOption({ label: 'Pieter Botha' });
        },
      },
      { name: 'add-attorney', at: `${area}/add-attorney` },
      { name: 'add-attorney-refused', at: `${area}/add-attorney`, act: async (page) => button(page, 'Save').click() },
      { name: 'disbursements', at: `${area}/disbursement-list` },
      { name: 'add-disbursement', at: `${area}/add-disbursement` },
      { name: 'matters', at: `${area}/matters` },
      { name: 'entries', at: `${area}/entries` },
      { name: 'file-handler', ...fileHandler },
      { name: 'import', ...fileHandler, act: async (page) => chooseFile(page, goodRows) },
      { name: 'import-refused', ...fileHandler, act: async (page) => chooseFile(page, badRows) },
      { name: 'mail-refused', ...fileHandler, act: refuseMail },
      { name: 'exports', at: `${area}/exports` },
      { name: 'cell', at: `${area}/update-cell` },
      { name: 'api', at: '/api' },
    ],
  },
  {
    as: 'attorney',
    stops: [
      { name: 'entries', at: '/home/entries' },
      { name: 'entry-sheet', at: '/home/entries', act: async (page) => button(page, 'Add disbursement').click() },
    ],
  },
];

/** What README and the documents show: small, light. */
export const docsPictures = [
  { name: 'attorneys', as: 'admin', ...attorneys, width: 1200, height: 750 },
  { name: 'call-fees', as: 'admin', ...attorneys, act: openCallFees, width: 1200, height: 900 },
  { name: 'phone', as: 'attorney', at: '/home/entries', width: 390, height: 844 },
  { name: 'import', as: 'admin', ...fileHandler, act: async (page) => chooseFile(page, badRows), width: 1200, height: 900 },
];
