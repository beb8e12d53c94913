import { role, type Role } from '@recoup/contract/core/access';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createElement } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  redirect,
  type RouteObject,
  useLocation,
  useRouteError,
} from 'react-router';
import { onSessionRefused } from '../../platform/api/api-client.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { paths } from '../../platform/browser/paths.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { endedReason } from '../../platform/session/ended-session.ts';
import { session } from '../../platform/session/session.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { hasUnsaved } from '../../ui/form/unsaved.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { createGuards } from './guards.ts';
import { NotFoundPage } from './not-found-page.tsx';
import {
  adminPages,
  officePages,
  ownPages,
  type Page,
  sharedPages,
  systemAdminPages,
} from './pages.ts';
import { Root } from './root.tsx';

type Router = ReturnType<typeof createBrowserRouter>;

/** The route table of the specification, section 2. Each page is loaded on its first visit. */
export function createRouter(client: QueryClient) {
  nameHistoryEntry();
  const guards = createGuards(client, () => void router.revalidate());
  const router: Router = createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteErrorPage,
      HydrateFallback: Nothing,
      children: [
        { index: true, loader: () => redirect(paths.logon()), Component: Nothing },
        {
          path: 'logon',
          loader: guards.requireSignedOut,
          lazy: { Component: async () => (await import('../../account/logon-page.tsx')).LogonPage },
        },
        {
          path: 'home',
          lazy: { Component: async () => (await import('../frame/shell.tsx')).Shell },
          children: homeRoutes(guards, client),
        },
        ...documentRoutes,
        {
          path: '*',
          lazy: {
            Component: async () => (await import('./public-not-found-page.tsx')).PublicNotFoundPage,
          },
        },
      ],
    },
  ]);
  onSessionRefused(({ message, status }) => {
    if (status === 403) return void leadToSecurity(client, router);
    // Keep the page with its typed text; it asks for a sign-in (`unsaved-guard.tsx`).
    if (hasUnsaved()) return endedReason.set(message);
    const { pathname, search } = router.state.location;
    // Not before the page is left: without its data it would be blank.
    void router
      .navigate(paths.unauthorized, { state: pathname + search })
      .then(() => client.clear());
  });
  return router;
}

/** The guards follow what the user owes now. */
async function leadToSecurity(client: QueryClient, router: Pick<Router, 'state' | 'navigate'>) {
  if (router.state.location.pathname === paths.security) return;
  await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
  await router.navigate(paths.security);
}

const documentRoutes: RouteObject[] = [
  {
    path: 'guide',
    lazy: { Component: async () => (await import('../guide/guide-page.tsx')).GuidePage },
  },
  {
    path: 'api',
    lazy: { Component: async () => (await import('../api-docs/api-page.tsx')).ApiPage },
  },
];

/**
 * The router restores the scroll position by the key of a history entry; for entries of the
 * browser that key is "default". With an own key, Back and reload scroll to the right place.
 */
function nameHistoryEntry(): void {
  const state: unknown = window.history.state;
  const known = typeof state === 'object' && state !== null ? state : {};
  if (!('key' in known))
    window.history.replaceState({ ...known, key: `load ${performance.timeOrigin}` }, '');
}

/** Offline, or a new release replaced the files. Reloading helps in both cases. */
function RouteErrorPage() {
  const error = useRouteError();
  const message =
    error instanceof ApiError ? error.message : 'The page could not be loaded. Please try again.';
  return (
    <PageFrame title="Something went wrong">
      <ErrorState
        title="This page cannot be shown."
        message={message}
        onRetry={() => window.location.reload()}
      />
    </PageFrame>
  );
}

/** One value for each route: the router empties it once it is loaded. */
const area = () => ({ Component: async () => (await import('../frame/area.tsx')).Area });

type Guards = ReturnType<typeof createGuards>;

/** Everything behind the sign-in. */
function homeRoutes(guards: Guards, client: QueryClient): RouteObject[] {
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

/** Each visit starts with a new form, even if only the query of the address changed. */
function form(load: () => Promise<ComponentType>): () => Promise<ComponentType> {
  return async () => {
    const Form = await load();
    return function Visit() {
      return createElement(Form, { key: useLocation().key });
    };
  };
}

type RequestList = (client: QueryClient, params: URLSearchParams) => Promise<void>;

/** Requests a page's list beside the user and the frame. The page shows what failed. */
function prefetch(client: QueryClient, own: Role, load: () => Promise<RequestList>) {
  return ({ request }: LoaderFunctionArgs) => {
    const { searchParams } = new URL(request.url);
    if (session.hasRole(own))
      void load().then(
        (requestList) => requestList(client, searchParams),
        () => undefined,
      );
    return null;
  };
}

function Nothing() {
  return null;
}
