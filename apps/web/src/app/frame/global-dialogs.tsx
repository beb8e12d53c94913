import type { CurrentUser } from '@recoup/contract/users/user';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { isHeldBack } from '../../platform/session/current-user.ts';
import { loadFailed } from '../../ui/feedback/lazy-part.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { undoLast } from '../../ui/feedback/undo.ts';
import { type ShortcutAction, shortcutAttribute, shortcutsFor } from '../shortcuts/shortcuts.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';

type Kind = 'palette' | 'help';
type Part = ComponentType<{ user: CurrentUser; onClose: () => void }>;
type Frame = { show: (kind: Kind) => void; dialogs: ReactNode };

// Loaded on demand: large and seldom used.
const loaders: Readonly<Record<Kind, () => Promise<Part>>> = {
  palette: async () => (await import('../palette/palette.tsx')).Palette,
  help: async () => (await import('../shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
};

/** Palette and shortcuts; not before the user has done what comes first. */
export function useGlobalDialogs(user: CurrentUser | undefined): Frame {
  const [open, setOpen] = useState<Kind | null>(null);
  const [parts, setParts] = useState<Partial<Record<Kind, Part>>>({});
  const isReady = user !== undefined && !isHeldBack(user);
  const show = (kind: Kind) => {
    // One dialog at a time.
    setOpen((now) => now ?? (document.querySelector('[role="dialog"]') === null ? kind : null));
    loaders[kind]().then(
      (Loaded) => setParts((now) => ({ ...now, [kind]: Loaded })),
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
