import { useLayoutEffect, useRef, useState } from 'react';
import { withAncestors, focusedNowOrLast, focusNear, isFocusFree } from './focus-keeper.ts';
import { ignoreSecondEnter } from './second-press.ts';

const dialog = '[role="dialog"]';

/** An element that opened a dialog, and the elements around it. */
type Opener = readonly Element[];

/** The opener of each open dialog, then those of the dialogs in which it stood. */
const openers = new WeakMap<Element, readonly Opener[]>();

/** Openers of the dialog just removed; its replacement uses the same. */
let removed: readonly Opener[] | undefined;

/** The ids of the open dialogs, the upper one last. */
const open: string[] = [];

export function isOnTop(id: string): boolean {
  return open.at(-1) === id;
}

/**
 * Restores the focus to the opener, or to what is nearest, when the dialog is unmounted.
 */
export function RestoreFocus({ id }: { id: string }) {
  const [before] = useState(openersNow);
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const own = mark.current?.closest(dialog);
    if (own) openers.set(own, before);
    // At once: a busy page runs timers later than the next key.
    open.push(id);
    return () => {
      open.splice(open.lastIndexOf(id), 1);
      removed = before;
      requestAnimationFrame(() => {
        removed = undefined;
        if (!isFocusFree()) return;
        // A dialog that took the place of another one has its opener in that one, which is gone.
        const opener = before.find((each) => each.some(({ isConnected }) => isConnected)) ?? [];
        const back = opener.find(({ isConnected }) => isConnected);
        if (back === opener[0] && back instanceof HTMLElement) {
          back.focus({ preventScroll: true });
          ignoreSecondEnter(back);
        }
        if (isFocusFree()) focusNear(back);
      });
    };
  }, [id, before]);
  return <span ref={mark} hidden />;
}

function openersNow(): readonly Opener[] {
  if (removed && isFocusFree()) return removed;
  // A click outside of a dialog opens the question whether what was typed in it is discarded.
  const active = focusedNowOrLast();
  if (active === null) return [];
  const around = active.closest(dialog);
  const all = withAncestors(active);
  return around === null
    ? [all]
    : [all.slice(0, all.indexOf(around) + 1), ...(openers.get(around) ?? [])];
}
