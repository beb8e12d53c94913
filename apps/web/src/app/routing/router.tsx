import { role } from '@recoup/contract/core/access';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createElement } from 'react';
import { createBrowserRouter, redirect, type RouteObject, useLocation } from 'react-router';
import { onSessionExpired } from '../../platform/api/api-client.ts';
import { keepPageOpen } from '../../platform/session/ended-session.ts';
import { paths } from '../../platform/browser/paths.ts';
import { hasUnsaved } from '../../ui/form/unsaved.ts';
import { createGuards } from './guards.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { Root } from './root.tsx';
import { RouteErrorPage } from './route-error-page.tsx';

/** The route table of the specification, section 2. A page is a file of its own and is loaded when it is first shown. */
export function createRouter(client: QueryClient) {
  nameHistoryEntry();
  const router = createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteErrorPage,
      HydrateFallback: Nothing,
      children: [
        { index: true, loader: () => redirect(paths.logon()), Component: Nothing },
        {
          path: 'logon',
          loader: createGuards(client).requireSignedOut,
          lazy: page(async () => (await import('../../account/logon-page.tsx')).LogonPage),
        },
        {
          path: 'home',
          lazy: page(async () => (await import('../frame/shell.tsx')).Shell),
          children: homeRoutes(client),
        },
        { path: 'api', lazy: page(async () => (await import('../api-docs/api-page.tsx')).ApiPage) },
        {
          path: '*',
          lazy: page(async () => (await import('./public-not-found-page.tsx')).PublicNotFoundPage),
        },
      ],
    },
  ]);
  onSessionExpired(({ message }) => {
    // What was typed stays on the page, which asks for a sign-in (`unsaved-guard.tsx`).
    if (hasUnsaved()) return keepPageOpen(message);
    const { pathname, search } = router.state.location;
    // Not before the page is left: without its data it would be blank.
    void router
      .navigate(paths.unauthorized, { state: pathname + search })
      .then(() => client.clear());
  });
  return router;
}

/**
 * The router remembers how far a page is scrolled by the key of its history entry, and calls every entry that the browser made "default". With
 * keys of their own an address that is typed in begins at the top, and Back and reload find the place where the page was.
 */
function nameHistoryEntry(): void {
  const state: unknown = window.history.state;
  const known = typeof state === 'object' && state !== null ? state : {};
  if (!('key' in known))
    window.history.replaceState({ ...known, key: `load ${performance.timeOrigin}` }, '');
}

function homeRoutes(client: QueryClient): RouteObject[] {
  const { requireSignIn, requireRole, redirectByRole, requireRefusal } = createGuards(client);
  return [
    { index: true, loader: redirectByRole, Component: Nothing },
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
      path: 'attorneys',
      loader: requireRole(role.attorneyAdmin),
      shouldRevalidate: always,
      lazy: page(async () => (await import('../frame/attorney-area.tsx')).AttorneyArea),
      children: attorneyRoutes,
    },
    {
      path: 'entries',
      loader: requireRole(role.attorney),
      shouldRevalidate: always,
      lazy: page(async () => (await import('../../entries/lists/entries-page.tsx')).EntriesPage),
    },
    // The top menu's spelling; the form itself stands in the attorney area, beside the side menu.
    { path: 'add-attorney', loader: () => redirect(paths.addAttorney), Component: Nothing },
    {
      path: 'firms',
      loader: requireSignIn,
      shouldRevalidate: always,
      lazy: page(async () => (await import('../../firms/firm-list-page.tsx')).FirmListPage),
    },
    {
      loader: requireRole(role.systemAdmin),
      shouldRevalidate: always,
      children: systemAdminRoutes,
    },
    { path: '*', loader: requireSignIn, shouldRevalidate: always, Component: NotFoundPage },
  ];
}

const attorneyForm = async () =>
  (await import('../../users/attorney-form-page.tsx')).AttorneyFormPage;
const disbursementList = async () =>
  (await import('../../disbursements/disbursement-list-page.tsx')).DisbursementListPage;
const disbursementForm = async () =>
  (await import('../../disbursements/disbursement-form-page.tsx')).DisbursementFormPage;
const firmForm = async () => (await import('../../firms/firm-form-page.tsx')).FirmFormPage;

/** Where role 10 alone may go. */
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
];

/** Children of /home/attorneys; the parent's guard asks for role 1 each time one of them is entered. */
const attorneyRoutes: RouteObject[] = [
  { index: true, loader: () => redirect(paths.attorneys), Component: Nothing },
  {
    path: 'attorney-list',
    lazy: page(async () => (await import('../../users/attorney-list-page.tsx')).AttorneyListPage),
  },
  {
    path: 'matters',
    lazy: page(async () => (await import('../../matters/matter-list-page.tsx')).MatterListPage),
  },
  {
    path: 'entries',
    lazy: page(
      async () => (await import('../../entries/lists/firm-entries-page.tsx')).FirmEntriesPage,
    ),
  },
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
    path: 'exports',
    lazy: page(async () => (await import('../../exports/export-list-page.tsx')).ExportListPage),
  },
  { path: 'export', lazy: page(async () => (await import('../pages/export-page.tsx')).ExportPage) },
  {
    path: 'update-cell',
    lazy: form(async () => (await import('../../account/update-cell-page.tsx')).UpdateCellPage),
  },
  { path: '*', Component: NotFoundPage },
];

function page(load: () => Promise<ComponentType>) {
  return { Component: load };
}

/** Each visit to a form begins with a new form, also where the address stays the same or only its query changes. */
function form(load: () => Promise<ComponentType>) {
  return page(async () => {
    const Form = await load();
    return function Visit() {
      return createElement(Form, { key: useLocation().key });
    };
  });
}

function always(): boolean {
  return true;
}

function Nothing() {
  return null;
}
