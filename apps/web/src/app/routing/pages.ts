import { type Role, role } from '@recoup/contract/core/access';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/**
 * A request that an address sends first, as its page does: with the parameters in its order.
 * `{search}` is a parameter of the address, `{page=1}` one with a value that counts without it; an
 * empty one drops its pair. `{firm}` and `{other}` are the session's, `{month}`, `{monthStart}`,
 * `{closingEnd}` and their like days in South Africa. One that names parameters of the address is
 * not sent where the address has others, which the page may read, nor for a period that ends before
 * it begins. The body of a dry run stands behind its address; it is not sent where the address has
 * other parameters either. The build takes these from the program and writes them into index.html.
 */
type Request = string | { by: readonly Viewer[]; to: string };
/** A role, or `other` for a user who records for the attorney `{other}`. */
export type Viewer = Role | 'other';
type Load = () => Promise<ComponentType>;
type RequestList = (client: QueryClient, params: URLSearchParams) => Promise<void>;

/**
 * A page below the address of its area (`areas.ts`), loaded when visited: one line for the router,
 * the files and requests of the first view, and the tests of all pages. Each visit of a `form`
 * begins anew; what is typed on a `page` is in its address, in dialogs, or in a row of
 * `e2e/support/forms.ts`.
 */
export type Page = {
  path: string;
  /** Requests its list beside the user and the frame, for a firm admin. */
  prefetch?: () => Promise<RequestList>;
  requests?: readonly Request[];
  /** Modules of lazy parts that its first view shows, loaded beside it. */
  parts?: readonly string[];
} & ({ page: Load } | { form: Load });

const { attorney, attorneyAdmin: admin, auditor } = role;
/** A secretary sees the calls of her own telephone. */
const ownCalls = [attorney, 'other'] as const;

const shown = (size: number) => `page={page=1}&itemsPerPage={size=${size}}`;
const audit = '/audit?reads=false&parts=false&page={page=1}&itemsPerPage={size=50}';
const people = '/users?firm={firm}&sortOrderName=1';
const attorneys = '/users?role=0&sortOrderName=1';
const attorneyNames = '/users?role=0&firm={firm}&sortOrderName=1';
const allTypes = '/disbursements?firmId={firm}';
const recorded = 'page=1&itemsPerPage=1&attorney={other}';
const days = 'from={from}&to={to}';
const lastClosing = '/exports?page=1&itemsPerPage=1&closing=true';

/** The sample entry of a new layout, with the start values of its form in their order. */
function testLineOfNewLayout(): string {
  const file = { header: true, delimiter: ',', quote: 'when-needed', lineEnd: 'crlf' };
  const format = { fit: 'reject', align: 'left', date: 'yyyy-mm-dd', sign: 'minus' };
  const columns = [
    { title: 'Date of the entry', field: 'date', ...format, decimalMark: '.' },
    { title: 'Matter number', field: 'matterNumber', ...format, decimalMark: '.' },
    { title: 'Matter, type and narration', field: 'description', ...format, decimalMark: '.' },
    { title: 'Amount as recorded', field: 'amount', ...format, decimalMark: '.' },
  ];
  const layout = { ...file, encoding: 'utf-8', records: 1, columns };
  return `/posting-layouts/test-line ${JSON.stringify(layout)}`;
}

const auditPage = async () => (await import('../../audit/list/audit-page.tsx')).AuditPage;
const incidentPage = async () =>
  (await import('../../audit/incident/incident-page.tsx')).IncidentPage;

const firmFormPage = async () => (await import('../../firms/firm-form-page.tsx')).FirmFormPage;
const auditorFormPage = async () =>
  (await import('../../users/auditors/auditor-form-page.tsx')).AuditorFormPage;
const attorneyFormPage = async () =>
  (await import('../../users/attorney-form-page.tsx')).AttorneyFormPage;
const disbursementFormPage = async () =>
  (await import('../../disbursements/disbursement-form-page.tsx')).DisbursementFormPage;
const postingLayoutFormPage = async () =>
  (await import('../../posting/layouts/layout-form-page.tsx')).PostingLayoutFormPage;

export const sharedPages: readonly Page[] = [
  {
    path: 'update-password',
    form: async () => (await import('../../account/update-password-page.tsx')).UpdatePasswordPage,
  },
  { path: 'profile', form: async () => (await import('../pages/profile-page.tsx')).ProfilePage },
  {
    path: 'security',
    page: async () => (await import('../pages/security-page.tsx')).SecurityPage,
    requests: [
      '/second-factors',
      '/sessions',
      { by: [admin, auditor, attorney, 'other'], to: '/identities' },
    ],
  },
  {
    path: 'firms',
    page: async () => (await import('../../firms/firm-list-page.tsx')).FirmListPage,
    requests: [`/firms?${shown(10)}&search={search}`],
  },
];

export const systemAdminPages: readonly Page[] = [
  {
    path: 'add-firm',
    form: firmFormPage,
  },
  {
    path: 'update-firm',
    form: firmFormPage,
    requests: ['/firms/{firmId}'],
  },
  {
    path: 'add-attorney-admin',
    form: async () => (await import('../../firms/firm-admin-page.tsx')).FirmAdminPage,
    requests: ['/firms/{firmId}'],
  },
  {
    path: 'update-admin-status',
    page: async () => (await import('../../firms/admin-status-page.tsx')).AdminStatusPage,
  },
  {
    path: 'operations',
    page: async () => (await import('../../operations/operations-page.tsx')).OperationsPage,
    requests: [`/operations?${shown(20)}`],
  },
  { path: 'audit', page: auditPage, requests: ['/firms', audit] },
  { path: 'incident-pack', page: incidentPage, requests: ['/firms'] },
  {
    path: 'vat-rates',
    form: async () => (await import('../../vat/vat-rates-page.tsx')).VatRatesPage,
    requests: ['/vat-rates'],
  },
];

export const ownPages: readonly Page[] = [
  {
    path: '',
    page: async () => (await import('../pages/own-entries-page.tsx')).OwnEntriesPage,
    requests: [
      '/entries?from={monthAgo}',
      { by: ['other'], to: '/recording-for/{other}' },
      { by: ['other'], to: '/entries?from={monthAgo}&attorney={other}' },
    ],
  },
  {
    path: 'calls',
    page: async () =>
      (await import('../../call-records/open-calls/own-calls-page.tsx')).OwnCallsPage,
    requests: [
      { by: ownCalls, to: '/call-records?isOpen=true&page=1&itemsPerPage=50' },
      { by: ownCalls, to: '/private-numbers' },
    ],
  },
  {
    path: 'phone-calls',
    page: async () =>
      (await import('../../call-records/own-phone/phone-calls-page.tsx')).PhoneCallsPage,
    requests: [{ by: ownCalls, to: '/own-call-imports?page=1&itemsPerPage=5' }],
  },
  {
    path: 'month',
    page: async () => (await import('../../month-end/own-month/own-month-page.tsx')).OwnMonthPage,
    requests: [
      '/exceptions?to={closingEnd}&state=open&page=1&itemsPerPage=50',
      { by: [attorney, 'other'], to: '/month-ends/{closingMonth}' },
      { by: ['other'], to: `/entries?from={monthStart}&to={monthEnd}&${recorded}` },
      { by: ['other'], to: `/entries?from={lastMonthStart}&to={lastMonthEnd}&${recorded}` },
    ],
  },
];

export const officePages: readonly Page[] = [
  {
    path: 'matters',
    page: async () => (await import('../../matters/matter-list-page.tsx')).MatterListPage,
    requests: [`/matters?${shown(10)}&search={search}&status={status}`],
  },
  {
    path: 'entries',
    page: async () => (await import('../../entries/lists/firm-entries-page.tsx')).FirmEntriesPage,
    requests: [
      '/entries?attorney={attorney}&matter={matter}&disbursementType={disbursementType}' +
        `&exported={exported}&hasVoucher={hasVoucher}&${days}&search={search}` +
        `&sortOrderDate=-1&${shown(10)}`,
      '/disbursements',
      attorneyNames,
      { by: [admin], to: '/list-views?list=entries' },
    ],
  },
  {
    path: 'accounts',
    page: async () => (await import('../../suppliers/account-list-page.tsx')).AccountListPage,
    requests: [
      `/supplier-accounts?supplier={supplier}&isPaid={isPaid}&${days}&search={search}&${shown(20)}`,
      '/suppliers',
      { by: [admin], to: '/list-views?list=accounts' },
    ],
  },
  {
    path: 'account',
    page: async () => (await import('../../suppliers/account-page.tsx')).AccountPage,
    requests: ['/supplier-accounts/{accountId}'],
  },
  {
    path: 'suppliers',
    page: async () => (await import('../../suppliers/suppliers-page.tsx')).SuppliersPage,
    requests: ['/suppliers'],
  },
  {
    path: 'statement',
    page: async () => (await import('../../statements/statement-page.tsx')).StatementPage,
    requests: [`/matters/{matter}/statement?${days}&for={for=client}`],
  },
  {
    path: 'statements',
    page: async () => (await import('../../statements/statements-page.tsx')).StatementsPage,
    requests: [`/statements?${days}&client={client}&for={for=client}&kind={kind=pdf}`],
  },
  {
    path: 'taxation-packs',
    page: async () =>
      (await import('../../statements/packs/taxation-packs-page.tsx')).TaxationPacksPage,
    requests: [`/taxation-packs?${shown(10)}&matter={matter}`],
  },
  {
    path: 'month-end',
    page: async () => (await import('../../month-end/month-end-page.tsx')).MonthEndPage,
    requests: [
      '/exceptions?to={closingEnd}&page=1&itemsPerPage=1',
      '/exceptions?state=open&to={closingEnd}&page=1&itemsPerPage=5',
      '/month-ends/{closingMonth}',
      { by: [admin], to: '/exports {"to":"{closingEnd}","dryRun":true}' },
      { by: [admin], to: lastClosing },
    ],
  },
  {
    path: 'fees',
    page: async () => (await import('../../fee-matrix/fees-page.tsx')).FeesPage,
    requests: ['/rate-matrix', allTypes, attorneys],
  },
  {
    path: 'exports',
    page: async () => (await import('../../exports/export-list-page.tsx')).ExportListPage,
    requests: [`/exports?${shown(10)}`],
  },
  {
    path: 'export',
    page: async () => (await import('../pages/export-page.tsx')).ExportPage,
    requests: ['/exports/{exportId}', '/posting-layouts'],
  },
  {
    path: 'verify-file',
    page: async () => (await import('../../exports/verify/verify-page.tsx')).VerifyPage,
  },
  {
    path: 'integrations',
    page: async () => (await import('../pages/integrations-page.tsx')).IntegrationsPage,
    requests: [
      '/api-keys',
      '/webhooks',
      '/sftp-servers',
      '/hand-overs',
      '/hand-over-runs?itemsPerPage=10',
      '/posting-layouts',
    ],
  },
  { path: 'audit', page: auditPage, requests: [people, audit] },
  { path: 'incident-pack', page: incidentPage, requests: [people] },
];

export const adminPages: readonly Page[] = [
  {
    path: 'attorney-list',
    page: async () => (await import('../pages/attorneys-page.tsx')).AttorneysPage,
    prefetch: async () => (await import('../pages/attorneys-page.tsx')).requestList,
    requests: [`/users?role=0&firm={firm}&${shown(10)}&search={search}&sortOrderStatus=1`],
  },
  {
    path: 'auditors',
    page: async () => (await import('../../users/auditors/auditor-list-page.tsx')).AuditorListPage,
    requests: [`/users?role=2&firm={firm}&${shown(10)}&search={search}&sortOrderName=1`],
  },
  {
    path: 'add-auditor',
    form: auditorFormPage,
  },
  {
    path: 'update-auditor',
    form: auditorFormPage,
    requests: ['/users/{auditorId}'],
  },
  {
    path: 'add-attorney',
    form: attorneyFormPage,
    requests: [allTypes, attorneys],
  },
  {
    path: 'update-attorney',
    form: attorneyFormPage,
    requests: ['/users/{attorneyId}', allTypes],
  },
  {
    path: 'disbursement-list',
    page: async () =>
      (await import('../../disbursements/disbursement-list-page.tsx')).DisbursementListPage,
    requests: [`/disbursements?firmId={firm}&active=true&${shown(5)}&search={search}`],
  },
  {
    path: 'add-disbursement',
    form: disbursementFormPage,
    requests: ['/firm-settings'],
  },
  {
    path: 'update-disbursement',
    form: disbursementFormPage,
    requests: ['/disbursements/{disbursementId}', '/firm-settings'],
  },
  {
    path: 'file-handler',
    page: async () => (await import('../pages/import-export-page.tsx')).ImportExportPage,
    requests: ['/export-settings', '/imports?page=1&itemsPerPage=5', '/posting-layouts'],
  },
  {
    path: 'add-account',
    form: async () => (await import('../../suppliers/add-account-page.tsx')).AddAccountPage,
    requests: ['/suppliers', '/disbursements?active=true', attorneyNames],
  },
  {
    path: 'posting-layouts',
    page: async () => (await import('../../posting/layouts/layouts-page.tsx')).PostingLayoutsPage,
    requests: ['/posting-layouts'],
  },
  {
    path: 'add-posting-layout',
    form: postingLayoutFormPage,
    requests: [testLineOfNewLayout()],
  },
  {
    path: 'update-posting-layout',
    form: postingLayoutFormPage,
    requests: ['/posting-layouts'],
  },
  {
    path: 'overview',
    page: async () => (await import('../../overview/overview-page.tsx')).OverviewPage,
    parts: ['entries/recoveries/recoveries.tsx'],
    requests: [
      '/exceptions?itemsPerPage=1',
      '/month-ends/{month}',
      '/recoveries?from={yearAgo}',
      '/exports {"dryRun":true}',
      lastClosing,
      // Last: the panels do not wait for it.
      '/overview',
    ],
  },
  {
    path: 'firm-settings',
    form: async () => (await import('../pages/firm-settings-page.tsx')).FirmSettingsPage,
    requests: ['/firm-settings'],
  },
  {
    path: 'sign-in',
    form: async () => (await import('../pages/firm-settings-page.tsx')).SignInSettingsPage,
    requests: ['/firm-settings'],
  },
  {
    path: 'update-cell',
    form: async () => (await import('../../account/update-cell-page.tsx')).UpdateCellPage,
  },
  {
    path: 'calls',
    page: async () =>
      (await import('../../call-records/firm-calls/firm-calls-page.tsx')).FirmCallsPage,
    requests: [
      `/call-records?isOpen=true&attorney={attorney}&${days}&page={page=1}&itemsPerPage={size=20}`,
    ],
  },
  {
    path: 'call-imports',
    page: async () =>
      (await import('../../call-records/import/call-imports-page.tsx')).CallImportsPage,
    requests: ['/call-imports?page=1&itemsPerPage=5'],
  },
  {
    path: 'telephones',
    form: async () =>
      (await import('../../call-records/telephones/telephones-page.tsx')).TelephonesPage,
    requests: ['/call-sources', '/extensions', attorneyNames],
  },
];
