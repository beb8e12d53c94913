/** The longest pause within a double click; Windows allows 500 ms. */
export const doublePressMs = 500;
const controls = 'a, button, input, label, select, summary, textarea';

/** Of the first press: what it fell on, and its key; a pointer has none. */
let pressed: { control: Element | null; key: string } = { control: null, key: '' };

/** What the page has just moved the focus to. */
let rested: Element | null = null;

/**
 * The second press of a double click belongs to the control that the first one fell on: where a message has moved that control or a dialog
 * has closed, it neither moves the focus nor presses what lies there now. Returns the end of it.
 */
export function ignoreSecondPress(): () => void {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  document.addEventListener('keydown', ({ key }) => (pressed = { control: null, key }), options);
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
      if (isKey ? rested === null || controlAt(event) !== rested : !isAstray(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    options,
  );
  return () => controller.abort();
}

/**
 * For a moment a second Enter does not press what the page has focused after the first. Escape closes a dialog on purpose, and Enter
 * after it is meant for what has the focus then.
 */
export function restAfterFocus(element: Element): void {
  if (pressed.key === 'Escape') return;
  rested = element;
  setTimeout(() => {
    if (rested === element) rested = null;
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
