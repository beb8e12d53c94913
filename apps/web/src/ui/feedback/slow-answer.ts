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

/**
 * The name of an action that the user has just begun: its button, and the heading above it. A
 * browser may leave the focus on the page when a button is pressed.
 */
export function pressedName(): string {
  const pressed = document.activeElement;
  const ofForm = pressed?.closest('form')?.querySelector<HTMLElement>('[type="submit"]');
  const button = pressed?.closest('button') ?? ofForm;
  const heading = pressed?.closest(':has(h1, h2, h3)')?.querySelector('h1, h2, h3');
  const names = [button?.ariaLabel ?? button?.textContent, heading?.textContent];
  return names.filter(Boolean).join(', ');
}
