/** The longest pause within a double click; Windows allows 500 ms. */
export const doublePressMs = 500;
const controls = 'a, button, input, label, select, summary, textarea, tr:has([data-opens-row])';

type Press = { control: HTMLElement | null; key?: string; at?: MouseEvent };

/** The first press: a pointer press has a place and no key. */
let pressed: Press = { control: null };

/** The element that the page focused a moment ago. */
let justFocused: Element | null = null;

/**
 * The second click of a double click counts only on the control of the first one, even if a message
 * moved it or a dialog closed. A press whose control moves away before the button is released
 * clicks it too, which browsers do not. Returns the cleanup.
 */
export function ignoreSecondPress(): () => void {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  document.addEventListener(
    'keydown',
    ({ key }) => {
      pressed = { control: null, key };
      // It closes a dialog on purpose, and Enter then is meant.
      if (key === 'Escape') justFocused = null;
    },
    options,
  );
  document.addEventListener(
    'mousedown',
    (event) => {
      if (event.detail <= 1) pressed = { control: controlAt(event), at: event };
      else if (isAstray(event)) event.preventDefault();
    },
    options,
  );
  document.addEventListener(
    'mouseup',
    (event) => {
      if (hasLostItsControl(event)) pressed.control?.click();
    },
    options,
  );
  document.addEventListener(
    'click',
    (event) => {
      const isKey = event.detail === 0 && event.isTrusted;
      if (isKey ? justFocused === null || controlAt(event) !== justFocused : !isAstray(event))
        return;
      event.preventDefault();
      event.stopPropagation();
    },
    options,
  );
  return () => controller.abort();
}

/** Ignores a second Enter on an element that has just received the focus, but not after Escape. */
export function ignoreSecondEnter(element: Element): void {
  if (pressed.key === 'Escape') return;
  justFocused = element;
  setTimeout(() => {
    if (justFocused === element) justFocused = null;
  }, doublePressMs);
}

function isAstray(event: MouseEvent): boolean {
  return event.detail > 1 && pressed.control !== null && controlAt(event) !== pressed.control;
}

/** Whether the control moved, and not the pointer; by the first press of the main button alone. */
function hasLostItsControl(event: MouseEvent): boolean {
  const { control, at } = pressed;
  if (!at || event.button + event.detail > 1 || controlAt(event) === control) return false;
  // A hand moves a mouse by some pixels during a press.
  return Math.hypot(event.x - at.x, event.y - at.y) < 5;
}

/** A press on a label is one on its control, and brings a second click there. */
function controlAt({ target }: Event): HTMLElement | null {
  const found = target instanceof Element ? target.closest<HTMLElement>(controls) : null;
  return found instanceof HTMLLabelElement ? (found.control ?? found) : found;
}
