import type { MouseEvent } from 'react';

/** Marks the link or button of a row that a press anywhere on the row stands for. */
export const opensRow = { 'data-opens-row': true } as const;

/** Have a meaning of their own. */
const others = 'a, button, input, label, select, textarea, summary, [popover]';
/** From here on a press is a drag, which selects text. */
const dragPixels = 4;
let down = { x: 0, y: 0 };

/** A press on a row is one on its opener, with Ctrl or Shift too. */
export const openingRow = {
  onMouseDown: ({ clientX: x, clientY: y }: MouseEvent) => {
    down = { x, y };
  },
  onClick: (event: MouseEvent<HTMLTableRowElement>) => {
    const { currentTarget: row, target, ctrlKey, metaKey, shiftKey } = event;
    const opener = row.querySelector<HTMLElement>('[data-opens-row]');
    if (!opener || !(target instanceof Element) || target.closest(others) || isDrag(event)) return;
    // A dialog returns the focus there.
    opener.focus({ preventScroll: true });
    const press = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
    opener.dispatchEvent(new window.MouseEvent('click', press));
  },
};

function isDrag({ clientX, clientY }: MouseEvent): boolean {
  return Math.hypot(clientX - down.x, clientY - down.y) > dragPixels;
}
