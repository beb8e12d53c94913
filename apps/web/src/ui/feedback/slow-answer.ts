import { showToast } from './toast.tsx';

/** Milliseconds without an answer. */
const slowMs = 5_000;

/** Does the work. Once its answer takes long, a notice says what is still awaited. */
export async function withSlownessNotice<T>(
  name: string,
  work: () => Promise<T>,
  afterMs = slowMs,
): Promise<T> {
  let withdraw = () => {};
  const timer = setTimeout(() => {
    const text = `Still waiting for the service: ${name}.`;
    withdraw = showToast(text, 'good', { lifetime: Infinity });
  }, afterMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    withdraw();
  }
}

/** The name of an action that the user has just begun: its button, and the heading above it. */
export function pressedName(): string {
  const pressed = document.activeElement;
  const ofForm = pressed?.closest('form')?.querySelector<HTMLButtonElement>('[type="submit"]');
  const button = pressed?.closest('button') ?? ofForm;
  const names = [button?.ariaLabel ?? button?.textContent, headingAbove(pressed)];
  return names.filter(Boolean).join(', ');
}

/** A browser may leave the focus on the page when a button is pressed. */
function headingAbove(element: Element | null): string | null | undefined {
  let part = element;
  while (part && !part.querySelector('h1, h2, h3')) part = part.parentElement;
  return part?.querySelector('h1, h2, h3')?.textContent;
}
