import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type MouseEvent, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { colorSchemeKey } from '../../platform/browser/color-scheme.ts';
import { cspNonce } from '../../platform/browser/csp-nonce.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { session } from '../../platform/session/session.ts';
import { theme, themeVariables } from '../../ui/theme/mantine.ts';
import { contentId } from '../../ui/layout/page-frame.tsx';
import { useGlobalDialogs } from './global-dialogs.tsx';
import { Navbar } from './navbar.tsx';
import { SessionExpiry } from '../session/session-expiry.tsx';
import styles from './shell.module.css';
import { UnsavedGuard } from '../session/unsaved-guard.tsx';

// react-remove-scroll, which dialogs use, asks get-nonce and not Mantine.
setNonce(cspNonce);
const colorSchemes = localStorageColorSchemeManager({ key: colorSchemeKey });

/** Top bar and content of everything behind the sign-in. */
export function Shell() {
  useFocusOnNavigation();
  const { data } = useQuery({ ...currentUserQuery, enabled: session.isSignedIn() });
  const user = session.isSignedIn() ? data : undefined;
  const { show, dialogs } = useGlobalDialogs(user);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={() => cspNonce}
    >
      <a href={`#${contentId}`} className={styles.skip} data-unprinted onClick={skipToContent}>
        Skip to the content
      </a>
      <Navbar user={user} onSearch={() => show('palette')} onHelp={() => show('help')} />
      <Outlet />
      <SessionExpiry />
      <UnsavedGuard />
      {dialogs}
    </MantineProvider>
  );
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
