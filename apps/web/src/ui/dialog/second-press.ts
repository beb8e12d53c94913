/** The longest pause within a double click; Windows allows 500 ms. */
export const doublePressMs = 500;
const controls = 'a, button, input, label, select, summary, textarea, tr:has([data-opens-row])';

/** Control and key of the first press; a pointer press has no key. */
let pressed: { control: Element | null; key: string } = { control: null, key: '' };

/** The element that the page focused a moment ago. */
let justFocused: Element | null = null;

/**
 * The second click of a double click counts only on the control of the first one, even if a message
 * moved it or a dialog closed. Returns the cleanup.
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
      if (event.detail <= 1) pressed = { control: controlAt(event), key: '' };
      else if (isAstray(event)) event.preventDefault();
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

/** A press on a label is one on its control, and brings a second click there. */
function controlAt({ target }: Event): Element | null {
  const found = target instanceof Element ? target.closest(controls) : null;
  return found instanceof HTMLLabelElement ? (found.control ?? found) : found;
}
