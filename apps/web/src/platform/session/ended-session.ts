/** Why the session ended; undefined unless unsaved changes wait for a sign-in. */
let reason: string | undefined;
const listeners = new Set<() => void>();

/** Keeps a page with unsaved changes open and asks for a sign-in. */
export function keepPageOpen(message: string): void {
  change(message);
}

/** The page may be left, or was signed in to again. */
export function releasePage(): void {
  change(undefined);
}

export function endedReason(): string | undefined {
  return reason;
}

export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: string | undefined): void {
  reason = next;
  for (const listener of listeners) listener();
}
