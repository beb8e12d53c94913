// The pages of `npm run screenshots`.
import {
  addedAttorney,
  area,
  badRows,
  button,
  chooseFile,
  chooseNewPassword,
  cutOff,
  follow,
  forget,
  goodRows,
  openAttorney,
  openCallFees,
  openHelp,
  openPalette,
  openRecorded,
  openShortcuts,
  previewClosing,
  refuseMail,
  runCall,
  wholePage,
} from './screenshots-steps.mjs';

const attorneys = { at: `${area}/attorney-list` };
const fileHandler = { at: `${area}/file-handler` };

/** `as`: who looks; `act`: what is done on the page before the picture is taken. */
export const tours = [
  {
    as: 'nobody',
    stops: [
      { name: 'logon', at: '/logon' },
      { name: 'logon-refused', at: '/logon', act: async (page) => button(page, 'Sign in').click() },
      { name: 'logon-invited', at: '/logon?email=nomsa.zulu%40nkosi.co.za' },
      { name: 'guide', at: '/guide', act: wholePage },
      { name: 'logon-otp', at: '/logon', act: async (page) => forget(page) },
      { name: 'logon-new-password', at: '/logon', act: chooseNewPassword },
      { name: 'not-found', at: '/nowhere' },
    ],
  },
  {
    as: 'operator',
    stops: [
      { name: 'firms', at: '/home/firms' },
      { name: 'firms-none', at: '/home/firms?search=no-such-firm' },
      { name: 'firm', at: '/home/firms', act: async (page) => follow(page, /^Edit/) },
      {
        name: 'firm-admin',
        at: '/home/firms',
        act: async (page) => follow(page, /admin of Daniels/),
      },
      { name: 'palette', at: '/home/firms', act: async (page) => openPalette(page, '') },
      { name: 'add-firm', at: '/home/add-firm' },
      {
        name: 'add-firm-refused',
        at: '/home/add-firm',
        act: async (page) => button(page, 'Save').click(),
      },
      { name: 'vat-rates', at: '/home/vat-rates' },
      { name: 'operations', at: '/home/operations' },
      { name: 'profile', at: '/home/profile' },
      { name: 'admin-status', at: '/home/update-admin-status' },
      { name: 'password', at: '/home/update-password' },
      { name: 'unauthorized', at: '/home/unauthorized' },
      { name: 'nowhere', at: '/home/nowhere' },
      {
        name: 'account-menu',
        at: '/home/firms',
        act: async (page) => page.getByRole('button', { name: /^Account of / }).click(),
      },
    ],
  },
  {
    as: 'admin',
    stops: [
      { name: 'overview', at: `${area}/overview` },
      { name: 'firm-settings', at: `${area}/firm-settings` },
      { name: 'attorneys', ...attorneys },
      { name: 'attorneys-none', at: `${attorneys.at}?search=no-such-person` },
      { name: 'attorneys-error', ...attorneys, before: cutOff },
      { name: 'palette', ...attorneys, act: async (page) => openPalette(page, 'np000') },
      {
        name: 'palette-none',
        ...attorneys,
        act: async (page) => openPalette(page, 'no such thing'),
      },
      { name: 'shortcuts', ...attorneys, act: openShortcuts },
      {
        name: 'menu',
        ...attorneys,
        act: async (page) => page.getByRole('button', { name: /^Account of / }).click(),
      },
      { name: 'attorney', ...attorneys, act: openAttorney },
      { name: 'call-fees', ...attorneys, act: openCallFees },
      { name: 'call-fees-help', ...attorneys, act: openHelp },
      {
        name: 'apply-fees',
        ...attorneys,
        act: async (page) => {
          await openAttorney(page);
          await button(page, 'Apply to others: fees of Call').click();
          await page.getByRole('dialog').getByLabel('Pieter Botha').check();
          await button(page, 'Preview').click();
          await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).waitFor();
        },
      },
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
          await page
            .getByRole('dialog')
            .getByLabel('Attorney')
            .selectOption({ label: 'Pieter Botha' });
        },
      },
      { name: 'add-attorney', at: `${area}/add-attorney` },
      {
        name: 'add-attorney-refused',
        at: `${area}/add-attorney`,
        act: async (page) => button(page, 'Save').click(),
      },
      { name: 'initial-password', at: `${area}/add-attorney`, act: addedAttorney },
      { name: 'disbursements', at: `${area}/disbursement-list` },
      { name: 'add-disbursement', at: `${area}/add-disbursement` },
      { name: 'matters', at: `${area}/matters` },
      { name: 'matters-none', at: `${area}/matters?status=Closed&search=zzz` },
      { name: 'entries', at: `${area}/entries` },
      {
        name: 'entry',
        at: `${area}/entries`,
        act: async (page) => openRecorded(page, /^Correct/),
      },
      { name: 'file-handler', ...fileHandler },
      { name: 'import', ...fileHandler, act: async (page) => chooseFile(page, goodRows) },
      { name: 'import-refused', ...fileHandler, act: async (page) => chooseFile(page, badRows) },
      { name: 'exports-none', at: `${area}/exports` },
      { name: 'closing-preview', ...fileHandler, act: previewClosing },
      { name: 'mail-refused', ...fileHandler, act: refuseMail },
      { name: 'exports', at: `${area}/exports` },
      {
        name: 'export',
        at: `${area}/exports`,
        act: async (page) => {
          await page.getByRole('link', { name: 'Export 1' }).click();
          await page.getByRole('heading', { level: 1, name: 'Export 1' }).waitFor();
        },
      },
      { name: 'profile', at: '/home/profile' },
      { name: 'cell', at: `${area}/update-cell` },
      { name: 'api', at: '/api' },
    ],
  },
  {
    as: 'attorney',
    stops: [
      { name: 'entries', at: '/home/entries' },
      {
        name: 'entry-sheet',
        at: '/home/entries',
        act: async (page) => button(page, 'Add entry').click(),
      },
      {
        name: 'entry-refused',
        at: '/home/entries',
        act: async (page) => {
          await button(page, 'Add entry').click();
          await button(page, 'Save').click();
        },
      },
      { name: 'palette', at: '/home/entries', act: async (page) => openPalette(page, 'bond') },
      {
        name: 'running',
        at: '/home/entries',
        act: async (page) => button(page, 'Start call').click(),
      },
    ],
  },
];

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
