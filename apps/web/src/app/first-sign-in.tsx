import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SignIn } from '../account/sign-in.tsx';
import { SignInFrame } from '../account/sign-in-frame.tsx';
import { historyState } from '../account/sign-in-step.ts';
import { useServiceWorker } from '../platform/browser/offline-page.ts';
import { paths, returnPath } from '../platform/browser/paths.ts';
import { Surroundings } from './frame/surroundings.tsx';
import type { Target } from './program.tsx';

const loadProgram = async () => import('./program.tsx');

/**
 * The sign-in page of a visit that begins with it. It needs no router, a quarter of the first
 * visit's bytes: the program takes over for each next step.
 */
export function renderFirstSignIn(target: Target): void {
  if (window.location.pathname !== paths.logon())
    window.history.replaceState(window.history.state, '', paths.logon());
  target.root.render(
    <QueryClientProvider client={target.client}>
      <FirstSignIn {...target} />
    </QueryClientProvider>,
  );
}

function FirstSignIn(target: Target) {
  useProgramOnHistory(target);
  useServiceWorker();
  return (
    <Surroundings isNavigating={false}>
      <SignInFrame>
        <SignIn
          email=""
          prepare={loadProgram}
          onSignedIn={async () => {
            const to = new URLSearchParams(window.location.search).get('to');
            window.history.replaceState(window.history.state, '', returnPath(to));
            await (await loadProgram()).continueInProgram(target);
          }}
          onStep={async (step) =>
            (await loadProgram()).continueInProgram(target, { state: historyState(step) })
          }
        />
      </SignInFrame>
    </Surroundings>
  );
}

/** Back after a reload stays in this document, and the router knows what lies there. */
function useProgramOnHistory(target: Target): void {
  // The history is outside React.
  useEffect(() => {
    const start = () => void loadProgram().then(({ startProgram }) => startProgram(target));
    window.addEventListener('popstate', start, { once: true });
    return () => window.removeEventListener('popstate', start);
  }, [target]);
}
