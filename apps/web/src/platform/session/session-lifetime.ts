import { sessionLeftHeader } from '@recoup/contract/account/rules';

let endsAt: number | undefined;
const listeners = new Set<() => void>();

/** Reads the remaining lifetime from a reply, if it states one. */
export function recordSessionLifetime(headers: Headers): void {
  const seconds = headers.get(sessionLeftHeader);
  if (seconds === null || !/^\d+$/.test(seconds)) return;
  endsAt = Date.now() + Number(seconds) * 1000;
  for (const listener of listeners) listener();
}

/** When the session ends if nothing more is asked, as milliseconds of `Date.now()`. */
export function sessionEndsAt(): number | undefined {
  return endsAt;
}

export function onSessionLifetimeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
