import { role } from '@recoup/contract/core/access';
import type { QueryClient } from '@tanstack/react-query';
import { type RouteObject, redirect } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { attorneyRoutes } from './attorney-routes.ts';
import { createGuards } from './guards.ts';
import { always, form, Nothing, page } from './lazy-page.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** One value for each route: the router empties it once it is loaded. */
const area = () => page(async () => (await import('../frame/area.tsx')).Area);

type Guards = ReturnType<typeof createGuards>;

/** Everything behind the sign-in. */
export function homeRoutes(client: QueryClient): RouteObject[] {
  const guards = createGuards(client);
  return [
    { index: true, loader: guards.redirectByRole, Component: Nothing },
    {
      lazy: area(),
      children: sharedRoutes(guards),
    },
    ...roleRoutes(guards, client),
    // The top menu's spelling; the form itself stands in the attorney area, beside the side menu.
    { path: 'add-attorney', loader: () => redirect(paths.addAttorney), Component: Nothing },
  ];
}

/** Pages of every role. */
function sharedRoutes({ requireSignIn, requireRefusal }: Guards): RouteObject[] {
  return [
    {
      path: 'unauthorized',
      loader: requireRefusal,
      lazy: page(async () => (await import('./unauthorized-page.tsx')).UnauthorizedPage),
    },
    {
      path: 'update-password',
      loader: requireSignIn,
      shouldRevalidate: always,
      lazy: form(
        async () => (await import('../../account/update-password-page.tsx')).UpdatePasswordPage,
      ),
    },
    {
      path: 'profile',
      loader: requireSignIn,
      shouldRevalidate: always,
      lazy: form(async () => (await import('../pages/profile-page.tsx')).ProfilePage),
    },
    {
      path: 'security',
      loader: requireSignIn,
      shouldRevalidate: always,
      lazy: page(async () => (await import('../pages/security-page.tsx')).SecurityPage),
    },
    {
      path: 'firms',
      loader: requireSignIn,
      shouldRevalidate: always,
      lazy: page(async () => (await import('../../firms/firm-list-page.tsx')).FirmListPage),
    },
    { path: '*', loader: requireSignIn, shouldRevalidate: always, Component: NotFoundPage },
  ];
}

const ownCallsPage = async () =>
  (await import('../../call-records/open-calls/own-calls-page.tsx')).OwnCallsPage;

const phoneCallsPage = async () =>
  (await import('../../call-records/own-phone/phone-calls-page.tsx')).PhoneCallsPage;

const ownMonthPage = async () =>
  (await import('../../month-end/own-month/own-month-page.tsx')).OwnMonthPage;

function roleRoutes(guards: Guards, client: QueryClient): RouteObject[] {
  const { requireRole, requireMay } = guards;
  return [
    {
      path: 'attorneys',
      // A firm admin, and an auditor on pages that change nothing.
      loader: requireMay('entries:summarise'),
      shouldRevalidate: always,
      lazy: area(),
      children: attorneyRoutes(client, requireMay('users:write')),
    },
    {
      path: 'entries',
      loader: requireRole(role.attorney),
      shouldRevalidate: always,
      lazy: area(),
      children: [
        {
          index: true,
          lazy: page(async () => (await import('../pages/own-entries-page.tsx')).OwnEntriesPage),
        },
        { path: 'calls', lazy: page(ownCallsPage) },
        { path: 'phone-calls', lazy: page(phoneCallsPage) },
        { path: 'month', lazy: page(ownMonthPage) },
      ],
    },
    {
      loader: requireRole(role.systemAdmin),
      shouldRevalidate: always,
      lazy: area(),
      children: systemAdminRoutes,
    },
  ];
}

const firmForm = async () => (await import('../../firms/firm-form-page.tsx')).FirmFormPage;

const auditPage = async () => (await import('../../audit/list/audit-page.tsx')).AuditPage;

const incidentPackPage = async () =>
  (await import('../../audit/incident/incident-page.tsx')).IncidentPage;

const systemAdminRoutes: RouteObject[] = [
  { path: 'add-firm', lazy: form(firmForm) },
  { path: 'update-firm', lazy: form(firmForm) },
  {
    path: 'add-attorney-admin',
    lazy: form(async () => (await import('../../firms/firm-admin-page.tsx')).FirmAdminPage),
  },
  {
    path: 'update-admin-status',
    lazy: page(async () => (await import('../../firms/admin-status-page.tsx')).AdminStatusPage),
  },
  {
    path: 'operations',
    lazy: page(async () => (await import('../../operations/operations-page.tsx')).OperationsPage),
  },
  { path: 'audit', lazy: page(auditPage) },
  { path: 'incident-pack', lazy: page(incidentPackPage) },
  {
    path: 'vat-rates',
    lazy: form(async () => (await import('../../vat/vat-rates-page.tsx')).VatRatesPage),
  },
];
