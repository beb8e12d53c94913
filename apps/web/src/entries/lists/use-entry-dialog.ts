import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import type { DatedType } from '../price/day-fees.ts';
import { matterChoice, type MatterChoice } from '../form/entry-draft.ts';
import { newEntryDraft } from './entry-drafts.ts';
import type { Open } from './open-entry-dialog.tsx';

/** The open dialog. `?new=entry` opens a new entry too, from the palette with a matter. */
export function useEntryDialog(types: readonly DatedType[]) {
  const [chosen, setOpen] = useState<Open | null>(null);
  const [params] = useSearchParams();
  const { key, state } = useLocation();
  const [closed, setClosed] = useState<string>();
  const navigate = useNavigate();
  const [first] = types;
  const isRequested = params.get('new') === 'entry' && first !== undefined;
  const requested =
    isRequested && closed !== key
      ? newEntryDraft('Add entry', first, { matter: matterOf(state) })
      : null;
  const close = () => {
    setOpen(null);
    if (!isRequested) return;
    setClosed(key);
    // After the dialog is gone, because it counts as unsaved.
    requestAnimationFrame(() => void navigate(paths.entries, { replace: true }));
  };
  return { open: chosen ?? requested, setOpen, close };
}

/** The browser's history may hold anything. */
function matterOf(state: unknown): MatterChoice | null {
  return matterChoice.safeParse(state).data ?? null;
}
