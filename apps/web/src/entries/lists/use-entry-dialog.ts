import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import type { DatedType } from '../price/day-fees.ts';
import type { Other } from '../recording-for/chosen-attorney.ts';
import { draftFor, firstUnpricedType, newEntryDraft } from './entry-drafts.ts';
import { undoable } from '../../ui/feedback/undo.ts';
import type { New, Open } from './open-entry-dialog.tsx';

/**
 * The open dialog. `?new=entry` opens a new entry too, from the palette with a matter, and
 * `?new=disbursement` one of a type without call fees.
 */
export function useEntryDialog(types: readonly DatedType[], attorney: Other | undefined) {
  const [chosen, setOpen] = useState<Open | null>(null);
  const [params] = useSearchParams();
  const { key, state }: { key: string; state: unknown } = useLocation();
  const [closed, setClosed] = useState<string>();
  const navigate = useNavigate();
  const type = requestedType(params.get('new'), types);
  const isRequested = type !== undefined;
  const requested =
    isRequested && closed !== key
      ? { ...newEntryDraft('Add entry', type, draftFor(attorney)), matterGiven: state }
      : null;
  const close = () => {
    setOpen(null);
    if (!isRequested) return;
    setClosed(key);
    // After the dialog is gone, because it counts as unsaved.
    requestAnimationFrame(() => void navigate(paths.entries, { replace: true }));
  };
  const open = chosen ?? requested;
  const discard = useDiscard(open !== null, setOpen);
  return { open, setOpen, close, discard };
}

/** Offers to open a discarded draft again. */
function useDiscard(isOpen: boolean, reopen: (draft: New) => void): (draft: New) => void {
  const offer = useRef<() => void>(undefined);
  // A notice outlives the page, and a draft must not take the place of another one.
  useEffect(() => {
    if (isOpen) offer.current?.();
  }, [isOpen]);
  useEffect(() => () => offer.current?.(), []);
  return (draft) => {
    offer.current = undoable({
      text: 'What you typed was discarded.',
      undo: () => reopen({ ...draft, isTyped: true }),
    });
  };
}

function requestedType(requested: string | null, types: readonly DatedType[]) {
  const [first] = types;
  if (requested === 'entry') return first;
  return requested === 'disbursement' ? (firstUnpricedType(types) ?? first) : undefined;
}
