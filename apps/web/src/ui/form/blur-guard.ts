import type { MouseEvent } from 'react';

/**
 * A field that loses the focus may get a message, which moves what is below it: a press would end beside the button that it began on. So
 * the focus goes to the button only when the press has ended there, and from there a dialog gives it back. A press on a label does that by
 * itself, and Enter in a field, which clicks the first button (`detail` is 0), leaves the focus in the field.
 */
export const blurGuard = {
  onMouseDown: (event: MouseEvent) => {
    if (pressedControl(event, 'button, a, label') !== null) event.preventDefault();
  },
  onClickCapture: (event: MouseEvent) => {
    if (event.detail > 0) pressedControl(event, 'button, a')?.focus({ preventScroll: true });
  },
};

/** What was pressed in the form itself: React brings the presses in its dialogs here as well, which stand elsewhere on the page. */
function pressedControl(
  { currentTarget, target }: MouseEvent,
  selector: string,
): HTMLElement | null {
  return target instanceof Element && currentTarget.contains(target)
    ? target.closest<HTMLElement>(selector)
    : null;
}
