import { useLayoutEffect, useRef, useState } from 'react';
import { withAncestors, focusedNowOrLast, focusNear, isFocusFree } from './focus-keeper.ts';
import { ignoreSecondEnter } from './second-press.ts';

const dialog = '[role="dialog"]';

/** For each open dialog, the elements around its opener. */
const openers = new WeakMap<Element, readonly Element[]>();

/** Openers of the dialog just removed; its replacement uses the same. */
let removed: readonly Element[] | undefined;

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
    // After the Escape that opened it, which it would hear as well.
    const opening = setTimeout(() => open.push(id));
    return () => {
      // Not during the Escape that closed it, which the dialog below hears as well.
      clearTimeout(opening);
      setTimeout(() => open.includes(id) && open.splice(open.lastIndexOf(id), 1));
      removed = before;
      requestAnimationFrame(() => {
        removed = undefined;
        if (!isFocusFree()) return;
        const back = before.find((element) => element.isConnected);
        if (back === before[0] && back instanceof HTMLElement) {
          back.focus({ preventScroll: true });
          ignoreSecondEnter(back);
        }
        if (isFocusFree()) focusNear(back);
      });
    };
  }, [id, before]);
  return <span ref={mark} hidden />;
}

function openersNow(): readonly Element[] {
  if (removed && isFocusFree()) return removed;
  // A click outside of a dialog opens the question whether what was typed in it is discarded.
  const active = focusedNowOrLast();
  if (active === null) return [];
  const around = active.closest(dialog);
  const all = withAncestors(active);
  return around === null
    ? all
    : [...all.slice(0, all.indexOf(around) + 1), ...(openers.get(around) ?? [])];
}
