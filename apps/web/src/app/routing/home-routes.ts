import { role } from '@recoup/contract/core/access';
import type { QueryClient } from '@tanstack/react-query';
import { type RouteObject, redirect } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { createGuards } from './guards.ts';
import { form, Nothing, prefetch } from './lazy-page.ts';
import { NotFoundPage } from './not-found-page.tsx';
import {
  adminPages,
  officePages,
  ownPages,
  type Page,
  sharedPages,
  systemAdminPages,
} from './pages.ts';

/** One value for each route: the router empties it once it is loaded. */
const area = () => ({ Component: async () => (await import('../frame/area.tsx')).Area });

type Guards = ReturnType<typeof createGuards>;

/** Everything behind the sign-in. */
export function homeRoutes(client: QueryClient): RouteObject[] {
  const guards = createGuards(client);
  return [
    { index: true, loader: guards.redirectByRole, Component: Nothing },
    { lazy: area(), children: sharedRoutes(guards) },
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
      lazy: {
        Component: async () => (await import('./unauthorized-page.tsx')).UnauthorizedPage,
      },
    },
    ...sharedPages.map((each) => ({ ...toRoute(each), ...requireSignIn })),
    { path: '*', ...requireSignIn, Component: NotFoundPage },
  ];
}

function roleRoutes({ requireRole, requireMay }: Guards, client: QueryClient): RouteObject[] {
  return [
    {
      path: 'attorneys',
      // A firm admin, and an auditor on pages that change nothing.
      ...requireMay('entries:summarise'),
      lazy: area(),
      children: firmRoutes(requireMay('users:write'), client),
    },
    {
      path: 'entries',
      ...requireRole(role.attorney),
      lazy: area(),
      children: toRoutes(ownPages, client),
    },
    {
      ...requireRole(role.systemAdmin),
      lazy: area(),
      children: toRoutes(systemAdminPages, client),
    },
  ];
}

/** Children of /home/attorneys; the parent's guard requires the right to read the firm. */
function firmRoutes(adminOnly: ReturnType<Guards['requireMay']>, client: QueryClient) {
  return [
    {
      index: true as const,
      // The guard knows the user, also at the first address of a visit.
      loader: async (args: Parameters<typeof adminOnly.loader>[0]) =>
        redirect((await adminOnly.loader(args)) === null ? paths.attorneys : paths.firmEntries),
      Component: Nothing,
    },
    ...toRoutes(officePages, client),
    { path: '*', Component: NotFoundPage },
    { ...adminOnly, children: toRoutes(adminPages, client) },
  ];
}

function toRoutes(pages: readonly Page[], client: QueryClient): RouteObject[] {
  return pages.map((each) => ({
    ...toRoute(each),
    ...(each.prefetch && {
      loader: prefetch(client, role.attorneyAdmin, each.prefetch),
      shouldRevalidate: () => false,
    }),
  }));
}

function toRoute(each: Page): RouteObject {
  const lazy = { Component: 'form' in each ? form(each.form) : each.page };
  return each.path === '' ? { index: true, lazy } : { path: each.path, lazy };
}
