import { role } from '@recoup/contract/core/access';
import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { always, form, Nothing, page, prefetch } from './lazy-page.ts';
import { NotFoundPage } from './not-found-page.tsx';

const attorneyList = () => import('../pages/attorneys-page.tsx');
const attorneyForm = async () =>
  (await import('../../users/attorney-form-page.tsx')).AttorneyFormPage;
const disbursementList = async () =>
  (await import('../../disbursements/disbursement-list-page.tsx')).DisbursementListPage;
const disbursementForm = async () =>
  (await import('../../disbursements/disbursement-form-page.tsx')).DisbursementFormPage;
const matterList = async () => (await import('../../matters/matter-list-page.tsx')).MatterListPage;
const exportList = async () => (await import('../../exports/export-list-page.tsx')).ExportListPage;
const feesPage = async () => (await import('../../fee-matrix/fees-page.tsx')).FeesPage;
const firmSettingsPage = async () =>
  (await import('../pages/firm-settings-page.tsx')).FirmSettingsPage;
const signInSettingsPage = async () =>
  (await import('../pages/firm-settings-page.tsx')).SignInSettingsPage;
const updateCellPage = async () =>
  (await import('../../account/update-cell-page.tsx')).UpdateCellPage;
const postingLayoutsPage = async () =>
  (await import('../../posting/layouts/layouts-page.tsx')).PostingLayoutsPage;
const postingLayoutForm = async () =>
  (await import('../../posting/layouts/layout-form-page.tsx')).PostingLayoutFormPage;
const monthEndPage = async () => (await import('../../month-end/month-end-page.tsx')).MonthEndPage;
const overviewPage = async () => (await import('../../overview/overview-page.tsx')).OverviewPage;
const firmCallsPage = async () =>
  (await import('../../call-records/firm-calls/firm-calls-page.tsx')).FirmCallsPage;
const callImportsPage = async () =>
  (await import('../../call-records/import/call-imports-page.tsx')).CallImportsPage;
const telephonesPage = async () =>
  (await import('../../call-records/telephones/telephones-page.tsx')).TelephonesPage;
const statementPage = async () =>
  (await import('../../statements/statement-page.tsx')).StatementPage;
const statementsPage = async () =>
  (await import('../../statements/statements-page.tsx')).StatementsPage;
const taxationPacksPage = async () =>
  (await import('../../statements/packs/taxation-packs-page.tsx')).TaxationPacksPage;
const auditRoutes: readonly RouteObject[] = [
  {
    path: 'audit',
    lazy: page(async () => (await import('../../audit/list/audit-page.tsx')).AuditPage),
  },
  {
    path: 'incident-pack',
    lazy: page(async () => (await import('../../audit/incident/incident-page.tsx')).IncidentPage),
  },
];
const integrationsPage = async () =>
  (await import('../pages/integrations-page.tsx')).IntegrationsPage;
const verifyPage = async () => (await import('../../exports/verify/verify-page.tsx')).VerifyPage;
const auditorList = async () =>
  (await import('../../users/auditors/auditor-list-page.tsx')).AuditorListPage;
const auditorForm = async () =>
  (await import('../../users/auditors/auditor-form-page.tsx')).AuditorFormPage;
const callRoutes: readonly RouteObject[] = [
  { path: 'calls', lazy: page(firmCallsPage) },
  { path: 'call-imports', lazy: page(callImportsPage) },
  { path: 'telephones', lazy: form(telephonesPage) },
];

/** Pages that an auditor reads too; what changes something is left out of them. */
const readPages: readonly RouteObject[] = [
  { path: 'matters', lazy: page(matterList) },
  {
    path: 'entries',
    lazy: page(
      async () => (await import('../../entries/lists/firm-entries-page.tsx')).FirmEntriesPage,
    ),
  },
  {
    path: 'accounts',
    lazy: page(async () => (await import('../../suppliers/account-list-page.tsx')).AccountListPage),
  },
  {
    path: 'account',
    lazy: page(async () => (await import('../../suppliers/account-page.tsx')).AccountPage),
  },
  {
    path: 'suppliers',
    lazy: page(async () => (await import('../../suppliers/suppliers-page.tsx')).SuppliersPage),
  },
  { path: 'statement', lazy: page(statementPage) },
  { path: 'statements', lazy: page(statementsPage) },
  { path: 'taxation-packs', lazy: page(taxationPacksPage) },
  { path: 'month-end', lazy: page(monthEndPage) },
  { path: 'fees', lazy: page(feesPage) },
  { path: 'exports', lazy: page(exportList) },
  { path: 'export', lazy: page(async () => (await import('../pages/export-page.tsx')).ExportPage) },
  { path: 'verify-file', lazy: page(verifyPage) },
  { path: 'integrations', lazy: page(integrationsPage) },
  ...auditRoutes,
];

/** Children of /home/attorneys; the parent's guard requires the right to read the firm. */
export const attorneyRoutes = (
  client: QueryClient,
  adminOnly: (args: Pick<LoaderFunctionArgs, 'request'>) => Promise<Response | null>,
): RouteObject[] => [
  {
    index: true,
    // The guard knows the user, also at the first address of a visit.
    loader: async (args) =>
      redirect((await adminOnly(args)) === null ? paths.attorneys : paths.firmEntries),
    Component: Nothing,
  },
  ...readPages,
  { path: '*', Component: NotFoundPage },
  { loader: adminOnly, shouldRevalidate: always, children: adminPages(client) },
];

const adminPages = (client: QueryClient): RouteObject[] => [
  {
    path: 'attorney-list',
    loader: prefetch(client, role.attorneyAdmin, async () => (await attorneyList()).requestList),
    shouldRevalidate: () => false,
    lazy: page(async () => (await attorneyList()).AttorneysPage),
  },
  { path: 'auditors', lazy: page(auditorList) },
  { path: 'add-auditor', lazy: form(auditorForm) },
  { path: 'update-auditor', lazy: form(auditorForm) },
  { path: 'add-attorney', lazy: form(attorneyForm) },
  { path: 'update-attorney', lazy: form(attorneyForm) },
  { path: 'disbursement-list', lazy: page(disbursementList) },
  { path: 'add-disbursement', lazy: form(disbursementForm) },
  { path: 'update-disbursement', lazy: form(disbursementForm) },
  {
    path: 'file-handler',
    lazy: page(async () => (await import('../pages/import-export-page.tsx')).ImportExportPage),
  },
  {
    path: 'add-account',
    lazy: form(async () => (await import('../../suppliers/add-account-page.tsx')).AddAccountPage),
  },
  { path: 'posting-layouts', lazy: page(postingLayoutsPage) },
  { path: 'add-posting-layout', lazy: form(postingLayoutForm) },
  { path: 'update-posting-layout', lazy: form(postingLayoutForm) },
  { path: 'overview', lazy: page(overviewPage) },
  ...callRoutes,
  { path: 'firm-settings', lazy: form(firmSettingsPage) },
  { path: 'sign-in', lazy: form(signInSettingsPage) },
  { path: 'update-cell', lazy: form(updateCellPage) },
];
