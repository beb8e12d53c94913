import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, redirect, type RouteObject, useRouteError } from 'react-router';
import { onSessionRefused } from '../../platform/api/api-client.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { endedReason } from '../../platform/session/ended-session.ts';
import { paths } from '../../platform/browser/paths.ts';
import { hasUnsaved } from '../../ui/form/unsaved.ts';
import { createGuards } from './guards.ts';
import { homeRoutes } from './home-routes.ts';
import { Nothing } from './lazy-page.ts';
import { Root } from './root.tsx';
import { ApiError } from '../../platform/api/api-error.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';

type Router = ReturnType<typeof createBrowserRouter>;

/** The route table of the specification, section 2. Each page is loaded on its first visit. */
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
          lazy: { Component: async () => (await import('../../account/logon-page.tsx')).LogonPage },
        },
        {
          path: 'home',
          lazy: { Component: async () => (await import('../frame/shell.tsx')).Shell },
          children: homeRoutes(client),
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
