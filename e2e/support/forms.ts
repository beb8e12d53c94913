import { newId } from '@recoup/contract/core/ids';
import type { Locator, Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { importCalls } from './calls.ts';
import { systemAdmin } from './recoup.ts';

export type Form = {
  /** The path of its page in the router. */
  page: string;
  form: string;
  as: { email: string; password: string };
  /** The page from which `open` goes on within the program. */
  at: string;
  open: (page: Page) => Promise<void>;
  field: (page: Page) => Locator;
  /** What the palette finds on the same page with another query. */
  another?: { search: string; option: RegExp };
  /** It stands in a dialog, which covers links and menus. */
  isDialog?: true;
  /** A step of its page: Back leads to the step before, and the typed text stays. */
  isStep?: true;
};

const area = '/home/attorneys';
const { anneke, chantal, lerato } = demoFirmAdmins;
const { thabo } = demoAttorneys;

const follow = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('link', { name }).first().click();
const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('button', { name }).first().click();
/** One after the other. */
const steps =
  (...all: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page);
  };
/** By how its label begins: the search of the list before the form is for a name too. */
const label = (text: string) => (page: Page) => page.getByLabel(new RegExp(`^${text}`)).first();

async function openAccount(page: Page, item: string): Promise<void> {
  await press(/^Account of /)(page);
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: item }).click();
}

/** Every form of the product in which text is typed to be saved, in the order of the router. */
export const forms: readonly Form[] = [
  {
    page: 'update-password',
    form: 'the password of a firm admin',
    as: lerato,
    at: `${area}/attorney-list`,
    open: async (page) => openAccount(page, 'Change Password'),
    field: label('New Password'),
  },
  {
    page: 'home/profile',
    form: 'the own profile',
    as: lerato,
    at: `${area}/attorney-list`,
    open: async (page) => openAccount(page, 'Profile'),
    field: label('Name'),
  },
  {
    page: 'home/entries',
    form: 'a new entry',
    as: thabo,
    at: '/home/update-password',
    open: async (page) => {
      await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
      await press('Add entry')(page);
    },
    field: label('Narration'),
    isDialog: true,
  },
  {
    page: 'entries/calls',
    form: 'a call that nobody recorded',
    as: thabo,
    at: '/home/entries',
    open: steps(follow(/nobody recorded/), press(/^Choose matter: /)),
    field: (page) => page.getByRole('dialog').getByLabel('Narration'),
    isDialog: true,
  },
  {
    page: 'telephones',
    form: 'a telephone system',
    as: lerato,
    at: `${area}/call-imports`,
    open: async (page) => {
      await page.getByRole('link', { name: 'Telephones' }).click();
      await press('Add system')(page);
    },
    field: (page) => page.getByRole('main').getByLabel('Name').last(),
  },
  {
    page: 'add-firm',
    form: 'a new firm',
    as: systemAdmin,
    at: '/home/firms',
    open: follow('Add Firm'),
    field: label('Firm Name'),
  },
  {
    page: 'update-firm',
    form: 'a firm',
    as: systemAdmin,
    at: '/home/firms',
    open: follow('Edit Nkosi & Partners'),
    field: label('Firm Name'),
    another: { search: 'Daniels', option: /^Daniels/ },
  },
  {
    page: 'add-attorney-admin',
    form: 'a firm admin',
    as: systemAdmin,
    at: '/home/firms',
    open: follow(/admin of Nkosi/),
    field: label('Cell'),
  },
  {
    page: 'vat-rates',
    form: 'a rate of VAT',
    as: systemAdmin,
    at: '/home/firms',
    open: follow('VAT rates'),
    field: (page) => page.getByLabel('Rate (%)'),
  },
  {
    page: 'matters',
    form: 'the cap of a matter',
    as: lerato,
    at: `${area}/attorney-list`,
    open: steps(follow('Matters'), press(/^Actions on/), press(/^Set cap of/)),
    field: (page) => page.getByLabel('Cap (R)'),
    isDialog: true,
  },
  {
    page: 'matters',
    form: 'the telephone numbers of a matter',
    as: lerato,
    at: `${area}/attorney-list`,
    open: steps(follow('Matters'), press(/^Actions on/), press(/^Phones of/)),
    field: (page) => page.getByRole('dialog').getByRole('textbox'),
    isDialog: true,
  },
  {
    page: 'attorneys/entries',
    form: 'the correction of an entry',
    as: lerato,
    at: `${area}/matters`,
    open: steps(follow('Entries'), press(/Correct/)),
    field: label('Reason'),
    isDialog: true,
  },
  {
    page: 'add-attorney',
    form: 'a new attorney',
    as: lerato,
    at: `${area}/attorney-list`,
    open: follow('Add Attorney'),
    field: label('Name'),
    another: { search: 'Add Attorney', option: /^Add Attorney/ },
  },
  {
    page: 'update-attorney',
    form: 'an attorney',
    as: lerato,
    at: `${area}/attorney-list`,
    open: follow('Edit Thabo Mokoena'),
    field: label('Name'),
    another: { search: 'Pieter', option: /^Pieter/ },
  },
  {
    page: 'update-attorney',
    form: 'the call fees of an attorney',
    as: lerato,
    at: `${area}/attorney-list`,
    open: steps(follow('Edit Thabo Mokoena'), press('Edit Call')),
    field: label('Cost, row 1'),
    isDialog: true,
  },
  {
    page: 'attorneys/fees',
    form: 'a raise of fees',
    as: lerato,
    at: `${area}/attorney-list`,
    open: steps(follow('Fees'), press('Raise fees')),
    field: label('Reason'),
    isDialog: true,
  },
  {
    page: 'add-disbursement',
    form: 'a new disbursement type',
    as: lerato,
    at: `${area}/disbursement-list`,
    open: follow('Add disbursement type'),
    field: label('Name'),
    another: { search: 'Add disbursement', option: /^Add disbursement/ },
  },
  {
    page: 'update-disbursement',
    form: 'a disbursement type',
    as: lerato,
    at: `${area}/disbursement-list`,
    open: follow('Edit Photocopies'),
    field: label('Name'),
    another: { search: 'Postage', option: /^Postage/ },
  },
  {
    page: 'file-handler',
    form: 'a mail',
    as: lerato,
    at: `${area}/disbursement-list`,
    open: steps(follow('Import / Export'), press('Download Disbursements')),
    field: label('Subject'),
    isStep: true,
  },
  {
    page: 'export',
    form: 'the reopening of an export',
    as: chantal,
    at: `${area}/exports`,
    open: follow(/^Export 1/),
    field: label('Reason'),
  },
  {
    page: 'add-auditor',
    form: 'a new auditor',
    as: anneke,
    at: `${area}/auditors`,
    open: follow('Add auditor'),
    field: label('Name'),
  },
  {
    page: 'update-auditor',
    form: 'an auditor',
    as: anneke,
    at: `${area}/auditors`,
    open: follow('Edit Gillian Sharp'),
    field: label('Name'),
  },
  {
    page: 'posting-layouts',
    form: 'the settings of a posting layout',
    as: chantal,
    at: `${area}/exports`,
    open: steps(
      follow(/^Export 1/),
      follow('Posting layouts'),
      press('Settings of Xero manual journals'),
    ),
    field: (page) => page.getByLabel('Contra account'),
  },
  {
    page: 'add-posting-layout',
    form: 'a posting layout',
    as: lerato,
    at: `${area}/posting-layouts`,
    open: follow('Copy Xero manual journals'),
    field: (page) => page.getByLabel('Name'),
  },
  {
    page: 'update-posting-layout',
    form: 'a posting layout',
    as: lerato,
    at: `${area}/posting-layouts`,
    open: async (page) => {
      await follow('Add layout')(page);
      await page.getByLabel('Name').fill(`Layout ${newId()}`);
      await press('Save')(page);
      await follow(/^Edit Layout /)(page);
    },
    field: (page) => page.getByLabel('Name'),
  },
  {
    page: 'firm-settings',
    form: 'the VAT of a firm',
    as: lerato,
    at: `${area}/attorney-list`,
    open: async (page) => {
      await follow('Settings')(page);
      await page.getByLabel('The firm is a VAT vendor').check();
    },
    field: label('VAT number'),
  },
  {
    page: 'sign-in',
    form: 'the provider of a single sign-on',
    as: lerato,
    at: `${area}/attorney-list`,
    open: steps(follow('Settings'), follow('Sign-in')),
    field: (page) => page.getByLabel('Client id'),
  },
  {
    page: 'update-cell',
    form: 'the own cell',
    as: lerato,
    at: `${area}/attorney-list`,
    open: async (page) => openAccount(page, 'Change Cell Number'),
    field: label('Cell Number'),
  },
  {
    page: 'add-account',
    form: 'an account of a supplier',
    as: lerato,
    at: `${area}/accounts`,
    open: follow('Add account'),
    field: label('Number'),
  },
];

/** The call that one of the forms is about. */
export async function prepareForms(): Promise<void> {
  await importCalls([thabo], [{ at: '09:00', minutes: 2, other: '0825550402' }]);
}
