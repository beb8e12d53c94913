import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { tabbable } from 'tabbable';
import { isOnTop } from './restore-focus.tsx';

/**
 * Focuses the first field of a dialog before the browser draws it, and keeps Tab in the upper
 * dialog. A timer would take back the Tab of a fast typist, whose text then stood in another field.
 */
export function useFocusTrap(id: string): RefObject<HTMLElement | null> {
  const dialog = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const first = dialog.current?.querySelector<HTMLElement>('[data-autofocus]');
    const start = first ?? (dialog.current && tabbable(dialog.current)[0]) ?? dialog.current;
    start?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTab = event.key === 'Tab' && !event.defaultPrevented;
      if (isTab && dialog.current && isOnTop(id)) stayWithin(dialog.current, event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [id]);
  return dialog;
}

/** The browser's own order holds up to the last control; from there Tab goes to the first one. */
function stayWithin(dialog: HTMLElement, event: KeyboardEvent): void {
  const { activeElement: active } = document;
  const order = event.shiftKey ? tabbable(dialog).toReversed() : tabbable(dialog);
  const ahead = event.shiftKey
    ? Node.DOCUMENT_POSITION_PRECEDING
    : Node.DOCUMENT_POSITION_FOLLOWING;
  const isAhead = (control: Element) => active && active.compareDocumentPosition(control) & ahead;
  if (dialog.contains(active) && order.some(isAhead)) return;
  event.preventDefault();
  (order[0] ?? dialog).focus();
}
