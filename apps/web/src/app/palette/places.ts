import { type Role, role } from '@recoup/contract/core/access';
import { paths } from '../../platform/browser/paths.ts';
import { officePages } from '../routing/pages.ts';

/** A destination of the palette. `keywords`: further search words. */
export type Place = { label: string; to: string; keywords?: string };

/** Pages of every role, which come last. */
export const accountPlaces: readonly Place[] = [
  { label: 'Profile', to: paths.profile, keywords: 'name dates appearance dark shortcuts' },
  {
    label: 'Security',
    to: paths.security,
    keywords: 'second factor app passkey recovery codes sign-ins sessions',
  },
  { label: 'Change Password', to: paths.updatePassword, keywords: 'account' },
  { label: 'User guide', to: paths.guide, keywords: 'help manual how' },
  { label: 'API', to: paths.api, keywords: 'calls openapi documentation' },
];

const firmPlaces: readonly Place[] = [
  { label: 'Attorneys', to: paths.attorneys, keywords: 'people call fees' },
  { label: 'Disbursement Types', to: paths.disbursements },
  { label: 'Matters', to: paths.matters, keywords: 'clients files' },
  { label: 'Statements', to: paths.statements, keywords: 'taxation client zip' },
  { label: 'Taxation packs', to: paths.taxationPacks(), keywords: 'bill of costs vouchers' },
  { label: 'Entries', to: paths.firmEntries, keywords: 'recoveries calls' },
  { label: 'Accounts', to: paths.accounts, keywords: 'suppliers sheriff counsel invoices' },
  { label: 'Suppliers', to: paths.suppliers, keywords: 'creditors sheriff accounts' },
  {
    label: 'Import / Export',
    to: paths.fileHandler,
    keywords: 'upload download csv mail',
  },
  { label: 'Exports', to: paths.exports, keywords: 'ledger sent' },
  { label: 'Auditors', to: paths.auditors, keywords: 'bookkeeper accountant read only' },
  {
    label: 'Posting layouts',
    to: paths.postingLayouts,
    keywords: 'journal bookkeeping legalsuite sage pastel xero quickbooks ledes',
  },
  {
    label: 'Month end',
    to: paths.monthEnd,
    keywords: 'close exceptions reminders complete',
  },
  { label: 'Calls', to: paths.firmCalls, keywords: 'nobody recorded telephone pbx' },
  {
    label: 'Import calls',
    to: paths.callImports,
    keywords: 'telephone pbx cdr asterisk freepbx 3cx yeastar teams cisco upload csv',
  },
  { label: 'Telephones', to: paths.telephones, keywords: 'extensions systems pbx time zone' },
  { label: 'Fees', to: paths.fees, keywords: 'call fees rates prices matrix annexure' },
  { label: 'Overview', to: paths.overview, keywords: 'start day set up' },
  { label: 'Firm settings', to: paths.firmSettings, keywords: 'VAT number vendor' },
  {
    label: 'Sign-in',
    to: paths.signInSettings,
    keywords: 'second factor policy single sign-on sso settings',
  },
  { label: 'Audit', to: paths.audit, keywords: 'log history who changed' },
  { label: 'Incident pack', to: paths.incidentPack(), keywords: 'breach regulator popia' },
  { label: 'Change Cell Number', to: paths.updateCell, keywords: 'account phone otp' },
];
const officeAddresses = officePages.map(({ path }) => `${paths.attorneyArea}/${path}`);

/** Pages by role. The pages of its menu that are not named here follow by themselves. */
export const placesByRole = {
  [role.systemAdmin]: [
    { label: 'Attorney Firms', to: paths.firms, keywords: 'admins' },
    { label: 'VAT rates', to: paths.vatRates, keywords: 'tax percent' },
    { label: 'Operations', to: paths.operations, keywords: 'failures monitoring mail sms sftp' },
    { label: 'Audit', to: paths.auditOfAll, keywords: 'log history who changed' },
    { label: 'Incident pack', to: paths.incidentPackOfAll(), keywords: 'breach regulator popia' },
  ],
  [role.attorneyAdmin]: firmPlaces,
  [role.auditor]: firmPlaces.filter(({ to }) => officeAddresses.includes(to)),
  [role.attorney]: [
    { label: 'My entries', to: paths.entries, keywords: 'calls home' },
    { label: 'Calls nobody recorded', to: paths.ownCalls, keywords: 'telephone private numbers' },
    { label: 'Add calls of your phone', to: paths.phoneCalls, keywords: 'cell log bill android' },
    { label: 'Month', to: paths.ownMonth, keywords: 'complete exceptions closed' },
  ],
} as const satisfies Record<Role, readonly Place[]>;

/** The most frequent actions of each role. */
export const actionsByRole = {
  [role.systemAdmin]: [{ label: 'Add Firm', to: paths.addFirm, keywords: 'new' }],
  [role.attorneyAdmin]: [
    { label: 'Add Attorney', to: paths.addAttorney, keywords: 'new person' },
    { label: 'Add disbursement type', to: paths.addDisbursement, keywords: 'new' },
    { label: 'Add account', to: paths.addAccount(), keywords: 'new supplier invoice sheriff' },
    { label: 'Import matters', to: paths.fileHandler, keywords: 'upload csv file' },
    {
      label: 'Download Disbursements',
      to: paths.fileHandler,
      keywords: 'export csv xlsx pdf mail send',
    },
  ],
  [role.auditor]: [],
  [role.attorney]: [
    { label: 'Add entry', to: paths.newEntry, keywords: 'add disbursement call record' },
  ],
} as const satisfies Record<Role, readonly Place[]>;
