import { role } from '@recoup/contract/core/access';

/** The modules of the page around every other page, below `src`. */
export const frameModules = ['app/program.tsx', 'app/frame/shell.tsx', 'app/frame/area.tsx'];
const { attorney, attorneyAdmin: admin, auditor, systemAdmin: system } = role;
const office = [admin, auditor];

/** The first view of a page. */
export type FirstView = {
  /** Its modules below `src`, beside those of index.html. */
  modules: readonly string[];
  /**
   * The requests of its first view, by role, as the page sends them: the parameters in the order
   * of the page. `{search}` is a parameter of the address, `{page=1}` one with a value that counts
   * without it; an empty one drops its pair. `{firm}`, `{month}`, `{monthEnd}`, `{monthAgo}` and
   * `{yearAgo}` are the session's firm and days in South Africa. One that names parameters of the
   * address is not sent where the address has others, which the page may read, nor for a period
   * that ends before it begins.
   */
  requests: readonly (readonly [roles: readonly number[], ...requests: string[]])[];
};

const view = (page: string, ...requests: FirstView['requests']): FirstView => ({
  modules: [...frameModules, page],
  requests,
});

const shown = (size: number) => `page={page=1}&itemsPerPage={size=${size}}`;
const audit = `/audit?reads=false&parts=false&${shown(50)}`;
const people = '/users?firm={firm}&sortOrderName=1';
const attorneys = '/users?role=0&sortOrderName=1';
const attorneyNames = '/users?role=0&firm={firm}&sortOrderName=1';
const allTypes = '/disbursements?firmId={firm}';
const days = 'from={from}&to={to}';

/** By address; `/home` stands for all others below it. The sign-in page needs index.html alone. */
export const firstViews: Readonly<Record<string, FirstView>> = {
  '/home': { modules: frameModules, requests: [] },
  '/home/security': view(
    'app/pages/security-page.tsx',
    [[admin, auditor, attorney, system], '/second-factors', '/sessions'],
    [[admin, auditor, attorney], '/identities'],
  ),

  '/home/firms': view('firms/firm-list-page.tsx', [
    [system],
    `/firms?${shown(10)}&search={search}`,
  ]),
  '/home/update-firm': view('firms/firm-form-page.tsx', [[system], '/firms/{firmId}']),
  '/home/add-attorney-admin': view('firms/firm-admin-page.tsx', [[system], '/firms/{firmId}']),
  '/home/vat-rates': view('vat/vat-rates-page.tsx', [[system], '/vat-rates']),
  '/home/operations': view('operations/operations-page.tsx', [
    [system],
    `/operations?${shown(20)}`,
  ]),
  '/home/audit': view('audit/list/audit-page.tsx', [[system], '/firms', audit]),
  '/home/incident-pack': view('audit/incident/incident-page.tsx', [[system], '/firms']),

  '/home/entries': view('app/pages/own-entries-page.tsx', [[attorney], '/entries?from={monthAgo}']),
  '/home/entries/calls': view('call-records/open-calls/own-calls-page.tsx', [
    [attorney],
    '/call-records?isOpen=true&page=1&itemsPerPage=50',
  ]),
  '/home/entries/phone-calls': view('call-records/own-phone/phone-calls-page.tsx', [
    [attorney],
    '/own-call-imports?page=1&itemsPerPage=5',
  ]),
  '/home/entries/month': view('month-end/own-month/own-month-page.tsx', [
    [attorney],
    '/month-ends/{month}',
  ]),

  '/home/attorneys/attorney-list': view('app/pages/attorneys-page.tsx', [
    [admin],
    `/users?role=0&firm={firm}&${shown(10)}&search={search}&sortOrderStatus=1`,
  ]),
  '/home/attorneys/add-attorney': view('users/attorney-form-page.tsx', [
    [admin],
    allTypes,
    attorneys,
  ]),
  '/home/attorneys/update-attorney': view('users/attorney-form-page.tsx', [
    [admin],
    '/users/{attorneyId}',
    allTypes,
  ]),
  '/home/attorneys/auditors': view('users/auditors/auditor-list-page.tsx', [
    [admin],
    `/users?role=2&firm={firm}&${shown(10)}&search={search}&sortOrderName=1`,
  ]),
  '/home/attorneys/update-auditor': view('users/auditors/auditor-form-page.tsx', [
    [admin],
    '/users/{auditorId}',
  ]),
  '/home/attorneys/disbursement-list': view('disbursements/disbursement-list-page.tsx', [
    [admin],
    `/disbursements?firmId={firm}&active=true&${shown(5)}&search={search}`,
  ]),
  '/home/attorneys/add-disbursement': view('disbursements/disbursement-form-page.tsx', [
    [admin],
    '/firm-settings',
  ]),
  '/home/attorneys/update-disbursement': view('disbursements/disbursement-form-page.tsx', [
    [admin],
    '/disbursements/{disbursementId}',
    '/firm-settings',
  ]),
  '/home/attorneys/matters': view('matters/matter-list-page.tsx', [
    office,
    `/matters?${shown(10)}&search={search}&status={status}`,
  ]),
  '/home/attorneys/statement': view('statements/statement-page.tsx', [
    office,
    `/matters/{matter}/statement?${days}&for={for=client}`,
  ]),
  '/home/attorneys/statements': view('statements/statements-page.tsx', [
    office,
    `/statements?${days}&client={client}&for={for=client}&kind={kind=pdf}`,
  ]),
  '/home/attorneys/taxation-packs': view('statements/packs/taxation-packs-page.tsx', [
    office,
    `/taxation-packs?${shown(10)}&matter={matter}`,
  ]),
  '/home/attorneys/entries': view(
    'entries/lists/firm-entries-page.tsx',
    [
      office,
      '/entries?attorney={attorney}&matter={matter}&disbursementType={disbursementType}' +
        `&exported={exported}&hasVoucher={hasVoucher}&${days}&search={search}` +
        `&sortOrderDate=-1&${shown(10)}`,
      '/disbursements',
      attorneyNames,
    ],
    [[admin], '/list-views?list=entries'],
  ),
  '/home/attorneys/accounts': view(
    'suppliers/account-list-page.tsx',
    [
      office,
      `/supplier-accounts?supplier={supplier}&isPaid={isPaid}&${days}&search={search}&${shown(20)}`,
      '/suppliers',
    ],
    [[admin], '/list-views?list=accounts'],
  ),
  '/home/attorneys/account': view('suppliers/account-page.tsx', [
    office,
    '/supplier-accounts/{accountId}',
  ]),
  '/home/attorneys/add-account': view('suppliers/add-account-page.tsx', [
    [admin],
    '/suppliers',
    '/disbursements?active=true',
    attorneyNames,
  ]),
  '/home/attorneys/suppliers': view('suppliers/suppliers-page.tsx', [office, '/suppliers']),
  '/home/attorneys/fees': view('fee-matrix/fees-page.tsx', [
    office,
    '/rate-matrix',
    allTypes,
    attorneys,
  ]),
  '/home/attorneys/file-handler': view('app/pages/import-export-page.tsx', [
    [admin],
    '/export-settings',
    '/imports?page=1&itemsPerPage=5',
    '/posting-layouts',
  ]),
  '/home/attorneys/month-end': view('month-end/month-end-page.tsx', [
    office,
    '/exceptions?to={monthEnd}&page=1&itemsPerPage=1',
    '/exceptions?state=open&to={monthEnd}&page=1&itemsPerPage=5',
    '/month-ends/{month}',
  ]),
  '/home/attorneys/overview': view('overview/overview-page.tsx', [
    [admin],
    '/overview',
    '/exceptions?itemsPerPage=1',
    '/month-ends/{month}',
    '/recoveries?from={yearAgo}',
  ]),
  '/home/attorneys/exports': view('exports/export-list-page.tsx', [
    office,
    `/exports?${shown(10)}`,
  ]),
  '/home/attorneys/export': view('app/pages/export-page.tsx', [office, '/exports/{exportId}']),
  '/home/attorneys/verify-file': view('exports/verify/verify-page.tsx'),
  '/home/attorneys/posting-layouts': view('posting/layouts/layouts-page.tsx', [
    [admin],
    '/posting-layouts',
  ]),
  '/home/attorneys/calls': view('call-records/firm-calls/firm-calls-page.tsx', [
    [admin],
    `/call-records?isOpen=true&attorney={attorney}&${days}&page={page=1}&itemsPerPage={size=20}`,
  ]),
  '/home/attorneys/call-imports': view('call-records/import/call-imports-page.tsx', [
    [admin],
    '/call-imports?page=1&itemsPerPage=5',
  ]),
  '/home/attorneys/telephones': view('call-records/telephones/telephones-page.tsx', [
    [admin],
    '/call-sources',
    '/extensions',
    attorneyNames,
  ]),
  '/home/attorneys/firm-settings': view('app/pages/firm-settings-page.tsx', [
    [admin],
    '/firm-settings',
  ]),
  '/home/attorneys/sign-in': view('app/pages/firm-settings-page.tsx', [[admin], '/firm-settings']),
  '/home/attorneys/integrations': view('app/pages/integrations-page.tsx', [
    office,
    '/api-keys',
    '/webhooks',
  ]),
  '/home/attorneys/audit': view('audit/list/audit-page.tsx', [office, people, audit]),
  '/home/attorneys/incident-pack': view('audit/incident/incident-page.tsx', [office, people]),
};
