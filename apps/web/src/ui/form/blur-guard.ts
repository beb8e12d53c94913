import type { MouseEvent } from 'react';

/**
 * A field that loses focus may show a message, which would move a button mid-click. So a button
 * takes the focus only when the click ends. Labels do so natively; Enter in a field (`detail` 0)
 * keeps it there.
 */
export const blurGuard = {
  onMouseDown: (event: MouseEvent) => {
    if (pressedControl(event, 'button, a, label') !== null) event.preventDefault();
  },
  onClickCapture: (event: MouseEvent) => {
    if (event.detail > 0) pressedControl(event, 'button, a')?.focus({ preventScroll: true });
  },
};

/** React also bubbles events of dialogs, which lie outside the form's element. */
function pressedControl(
  { currentTarget, target }: MouseEvent,
  selector: string,
): HTMLElement | null {
  return target instanceof Element && currentTarget.contains(target)
    ? target.closest<HTMLElement>(selector)
    : null;
}
