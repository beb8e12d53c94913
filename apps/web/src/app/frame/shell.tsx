import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type MouseEvent,
  Suspense,
  useEffect,
  useRef,
  type ComponentType,
  type ReactNode,
  useState,
} from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType, useNavigate } from 'react-router';
import { journalKey } from '../../entries/deletion/deletion-journal.ts';
import { currentUserQuery, isHeldBack } from '../../platform/session/current-user.ts';
import { session } from '../../platform/session/session.ts';
import { contentId } from '../../ui/layout/page-frame.tsx';
import { setDateForm } from '../../ui/lib/format.ts';
import { Navbar } from './navbar.tsx';
import { SessionExpiry } from '../session/session-expiry.tsx';
import styles from './shell.module.css';
import { UnsavedGuard } from '../session/unsaved-guard.tsx';
import type { CurrentUser } from '@recoup/contract/users/user';
import { loadFailed, spareablePart } from '../../ui/feedback/lazy-part.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { undoLast } from '../../ui/feedback/undo.ts';
import { type ShortcutAction, shortcutAttribute, shortcutsFor } from '../shortcuts/shortcuts.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';

// Seldom shown.
const FactorNotice = spareablePart(async () => ({
  default: (await import('./factor-notice.tsx')).FactorNotice,
}));

const SignOnReturn = spareablePart(async () => ({
  default: (await import('../../sign-on/returned.tsx')).SignOnReturn,
}));

/** Top bar and content of everything behind the sign-in. */
export function Shell() {
  useFocusOnNavigation();
  const { data } = useQuery({ ...currentUserQuery, enabled: session.isSignedIn() });
  const user = session.isSignedIn() ? data : undefined;
  useResumedDeletions(user?._id);
  setDateForm(user?.dateForm);
  const factor = user?.secondFactor;
  const { show, dialogs } = useGlobalDialogs(user);
  const isBackFromProvider = /^#sign-on(?:-error)?=/.test(useLocation().hash);
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
      {isBackFromProvider && (
        <Suspense>
          <SignOnReturn />
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

type Kind = 'palette' | 'help';
type Part = ComponentType<{ user: CurrentUser; onClose: () => void }>;
type Frame = { show: (kind: Kind) => void; dialogs: ReactNode };

// Loaded on demand: large and seldom used.
const loaders: Readonly<Record<Kind, () => Promise<Part>>> = {
  palette: async () => (await import('../palette/palette.tsx')).Palette,
  help: async () => (await import('../shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
};

/** Palette and shortcuts; not before the user has done what comes first. */
function useGlobalDialogs(user: CurrentUser | undefined): Frame {
  const [open, setOpen] = useState<Kind | null>(null);
  const [parts, setParts] = useState<Partial<Record<Kind, Part>>>({});
  const isReady = user !== undefined && !isHeldBack(user);
  const show = (kind: Kind) => {
    // One dialog at a time.
    setOpen((now) => now ?? (document.querySelector('[role="dialog"]') === null ? kind : null));
    loaders[kind]().then(
      // A part that is there is not drawn twice.
      (Loaded) => setParts((now) => (now[kind] === Loaded ? now : { ...now, [kind]: Loaded })),
      () => {
        setOpen(null);
        toast(loadFailed, 'bad');
      },
    );
  };
  // A key closes again what it has opened; the second click of a double click action not.
  useShortcuts(
    isReady ? shortcutsFor(user.role) : [],
    useShortcutActions((kind) => (open === null ? show(kind) : setOpen(null))),
  );
  const Open = open === null ? undefined : parts[open];
  return {
    show,
    dialogs: isReady && Open !== undefined && <Open user={user} onClose={() => setOpen(null)} />,
  };
}

function useShortcutActions(show: (kind: Kind) => void): (action: ShortcutAction) => void {
  const navigate = useNavigate();
  return (action) => {
    if (action === 'palette' || action === 'help') show(action);
    else if (action === 'find') focusOn('/');
    else if (action === 'new') controlFor('n')?.click();
    else if (action === 'undo') undoLast();
    else void navigate(action.goTo);
  };
}

function controlFor(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main [${shortcutAttribute}="${key}"]`);
}

function focusOn(key: string): void {
  const control = controlFor(key);
  control?.focus();
  if (control instanceof HTMLInputElement) control.select();
}
