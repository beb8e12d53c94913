import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { firstAnswers } from '../platform/api/first-answers.ts';
import { createRouter } from './routing/router.tsx';

export type Target = { root: Root; client: QueryClient };
type Router = ReturnType<typeof createRouter>;

/** Draws the page of the current address. */
export function startProgram(target: Target): void {
  draw(target, startRouter(target.client));
}

/**
 * Replaces the drawn page once the page of the current address is loaded, or of its next entry in
 * the history with this state.
 */
export async function continueInProgram(target: Target, next?: { state: object }): Promise<void> {
  const own = startRouter(target.client);
  await new Promise<void>((resolve) => {
    own.subscribe(({ initialized }) => initialized && resolve());
    if (own.state.initialized) resolve();
  });
  if (next) await own.navigate({ search: window.location.search }, next);
  draw(target, own);
}

let router: Router | undefined;

/** One for the document, also if Back is pressed while the next page is being loaded. */
function startRouter(client: QueryClient): Router {
  if (router) return router;
  router = createRouter(client);
  let { location: shown } = router.state;
  router.subscribe(({ navigation, location }) => {
    // A change of the query alone is no navigation under way: nothing is loaded for it.
    const next = navigation.location ?? (location.key === shown.key ? undefined : location);
    shown = location;
    const first = firstAnswers();
    if (next && first?.next !== next.pathname + next.search) first?.drop();
  });
  return router;
}

/**
 * Each page is drawn in one task: as a transition React would split it into pieces of 5 ms, with a
 * pause after each.
 */
function draw({ root, client }: Target, own: Router): void {
  root.render(
    <QueryClientProvider client={client}>
      <RouterProvider router={own} useTransitions={false} />
    </QueryClientProvider>,
  );
}
