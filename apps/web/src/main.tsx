import './platform/browser/csp.ts';
import './ui/theme/theme.css';
import './ui/theme/base.css';
import { createRoot } from 'react-dom/client';
import { renderFirstSignIn } from './app/first-sign-in.tsx';
import { applyColorScheme } from './platform/browser/color-scheme.ts';
import { paths } from './platform/browser/paths.ts';
import { createQueryClient } from './platform/api/query-client.ts';
import { session } from './platform/session/session.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');

applyColorScheme();
const target = { root: createRoot(container), client: createQueryClient() };
if (isFirstSignIn()) renderFirstSignIn(target);
else void import('./app/program.tsx').then(({ startProgram }) => startProgram(target));

/** A later step of the sign-in page is in the history, which the router reads. */
function isFirstSignIn(): boolean {
  const state: unknown = window.history.state;
  const hasStep = typeof state === 'object' && state !== null && 'usr' in state && state.usr;
  const { pathname } = window.location;
  const isHere = pathname === paths.root || pathname === paths.logon();
  return isHere && !hasStep && !session.isSignedIn();
}
