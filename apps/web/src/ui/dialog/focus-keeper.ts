import { ignoreSecondEnter } from './second-press.ts';

/** The last focused element and its ancestors at that time, the nearest first. */
let last: readonly Element[] = [];

/**
 * Focuses the nearest heading when the focused element is removed; otherwise the keyboard would
 * start at the top and a screen reader be silent. Dialogs restore the focus themselves. Returns
 * the cleanup.
 */
export function keepFocus(): () => void {
  const note = ({ target }: FocusEvent): void => {
    last = target instanceof Element ? withAncestors(target) : [];
  };
  const observer = new MutationObserver(() => {
    const [lost] = last;
    const dialog = last.find((element) => element.matches('[role="dialog"]'));
    if (!lost || lost.isConnected || dialog?.isConnected === false || !isFocusFree()) return;
    focusNear(last.find((element) => element.isConnected));
  });
  document.addEventListener('focusin', note);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', note);
    observer.disconnect();
  };
}

/** Focuses the nearest heading, else the first button of the panel, else the page's heading. */
export function focusNear(element: Element | undefined): void {
  const around = element ? withAncestors(element) : [];
  const near = around.map(findFocusTarget).find((found) => found !== null);
  const found = near ?? document.querySelector<HTMLElement>('h1');
  if (found === null) return;
  // A heading takes the focus only when it is told so.
  if (!found.matches('button')) found.tabIndex = -1;
  found.focus({ preventScroll: true });
  ignoreSecondEnter(found);
}

/** The focused element, or the last one before a click on the background. */
export function focusedNowOrLast(): Element | null {
  const [latest] = last;
  return isFocusFree() && latest?.isConnected === true ? latest : document.activeElement;
}

export function isFocusFree(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function findFocusTarget(element: Element): HTMLElement | null {
  const heading = element.querySelector<HTMLElement>('h1, h2');
  return (
    heading ??
    (element.matches('section[aria-label]')
      ? element.querySelector<HTMLElement>('button:enabled')
      : null)
  );
}

/** The element and what is around it, the nearest first. */
export function withAncestors(element: Element): readonly Element[] {
  const parent = element.parentElement;
  return parent === null ? [element] : [element, ...withAncestors(parent)];
}
