import { useSyncExternalStore } from 'react';

/** South Africa is two hours ahead of UTC all year. */
const southAfricaMs = 2 * 3600000;
const dayMs = 86400000;
/** How often the page looks whether a new day has begun. */
const lookMs = 30_000;

/** Key in the session storage: a page that is loaded again is drawn before its first reply. */
const aheadKey = 'serverAhead';

/** How far the server's clock is ahead of this device's, which may be days off. */
let serverAheadMs = Number(globalThis.sessionStorage?.getItem(aheadKey) ?? 0);
let keptAheadMs = serverAheadMs;

/** Told when another day may have begun. */
const looks = new Set<() => void>();

/** Reads the server's time from a reply. Days are the server's (product-2.md, "General"). */
export function recordServerTime(headers: Headers): void {
  const time = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(time)) return;
  serverAheadMs = time - Date.now();
  // Replies differ by the time that they took.
  if (Math.abs(serverAheadMs - keptAheadMs) < lookMs) return;
  keptAheadMs = serverAheadMs;
  for (const look of looks) look();
  try {
    globalThis.sessionStorage?.setItem(aheadKey, String(serverAheadMs));
  } catch {
    // A full storage costs the day of the first drawing alone.
  }
}

/** How wrong this device's clock is, in milliseconds; negative if it is behind. */
export function clockErrorMs(): number {
  return -serverAheadMs;
}

/** The date in South Africa, by which months are closed. */
export function localDay(at: Date): string {
  return new Date(at.getTime() + southAfricaMs).toISOString().slice(0, 10);
}

/** `localDay` of a moment in milliseconds of this device's clock. */
export function localDayAt(deviceTime: number): string {
  return localDay(new Date(deviceTime + serverAheadMs));
}

/** Today, or so many days before. */
export function today(daysBefore = 0): string {
  return localDayAt(Date.now() - daysBefore * dayMs);
}

/** Whether it is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const isShaped = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text);
  const time = isShaped ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);
}

/** `today`, also after midnight on a page that stays open. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => today());
}

function subscribe(look: () => void): () => void {
  looks.add(look);
  const timer = setInterval(look, lookMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    looks.delete(look);
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
