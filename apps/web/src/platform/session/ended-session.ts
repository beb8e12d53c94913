/** What the server said when it ended the session; undefined while nothing typed waits for a new sign-in. */
let reason: string | undefined;
const listeners = new Set<() => void>();

/** The session ended over unsaved changes: the page stays and asks for a sign-in (`app/session/sign-in-again.tsx`). */
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
