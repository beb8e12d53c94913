import './platform/browser/csp.ts';
import './ui/theme/theme.css';
import './ui/theme/base.css';
import { createRoot } from 'react-dom/client';
import { renderFirstSignIn } from './app/first-sign-in.tsx';
import { applyColorScheme } from './ui/theme/color-scheme.ts';
import { followReleases } from './platform/browser/releases.ts';
import { paths } from './platform/browser/paths.ts';
import { createQueryClient } from './platform/api/query-client.ts';
import { session } from './platform/session/session.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');

applyColorScheme();
followReleases();
const target = { root: createRoot(container), client: createQueryClient() };
if (isFirstSignIn()) renderFirstSignIn(target);
else void import('./app/program.tsx').then(({ startProgram }) => startProgram(target));

/** The router reads a later step from the history, and an invitation from the address. */
function isFirstSignIn(): boolean {
  const state: unknown = window.history.state;
  const hasStep = typeof state === 'object' && state !== null && 'usr' in state && state.usr;
  const { pathname, search, hash } = window.location;
  const isInvited = new URLSearchParams(search).has('email');
  const isHere = pathname === paths.root || pathname === paths.logon();
  // From a single sign-on, with a ticket or the reason of a failure.
  const isBack = /^#(?:ticket|sign-on-error)=/.test(hash);
  return isHere && !isInvited && !isBack && !hasStep && !session.isSignedIn();
}
