import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type MouseEvent, Suspense, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { journalKey } from '../../entries/deletion/deletion-journal.ts';
import { useServiceWorker } from '../../platform/browser/offline-page.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { session } from '../../platform/session/session.ts';
import { contentId } from '../../ui/layout/page-frame.tsx';
import { setDateForm } from '../../ui/lib/format.ts';
import { useGlobalDialogs } from './global-dialogs.tsx';
import { Navbar } from './navbar.tsx';
import { SessionExpiry } from '../session/session-expiry.tsx';
import styles from './shell.module.css';
import { UnsavedGuard } from '../session/unsaved-guard.tsx';

// Seldom shown; without it the page goes on.
const FactorNotice = lazy(async () =>
  import('./factor-notice.tsx').then(
    ({ FactorNotice: Notice }) => ({ default: Notice }),
    () => ({ default: () => null }),
  ),
);

/** Top bar and content of everything behind the sign-in. */
export function Shell() {
  useFocusOnNavigation();
  useServiceWorker();
  const { data } = useQuery({ ...currentUserQuery, enabled: session.isSignedIn() });
  const user = session.isSignedIn() ? data : undefined;
  useResumedDeletions(user?._id);
  setDateForm(user?.dateForm);
  const factor = user?.secondFactor;
  const { show, dialogs } = useGlobalDialogs(user);
  return (
    <>
      <a href={`#${contentId}`} className={styles.skip} data-unprinted onClick={skipToContent}>
        Skip to the content
      </a>
      <Navbar user={user} onSearch={() => show('palette')} onHelp={() => show('help')} />
      {factor?.isOn === false && factor.requiredFrom !== null && (
        <Suspense>
          <FactorNotice {...factor} />
        </Suspense>
      )}
      <Outlet />
      <SessionExpiry />
      <UnsavedGuard />
      {dialogs}
    </>
  );
}

/** Deletes again what was being deleted when the page was loaded again. */
function useResumedDeletions(userId = ''): void {
  const client = useQueryClient();
  useEffect(() => {
    if (localStorage.getItem(journalKey(userId)) === null) return;
    void import('../../entries/deletion/deletions.ts').then(({ resumeDeletions }) =>
      resumeDeletions(client),
    );
  }, [client, userId]);
}

/** Moves the focus without navigating: a new address would reset a form. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById(contentId)?.focus();
}

/** Announces a new page by its heading, as a browser announces a document. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const isOpened = useNavigationType() === NavigationType.Pop;
  const last = useRef(isOpened ? pathname : undefined);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [pathname]);
}
