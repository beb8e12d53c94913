import { sessionLeftHeader } from '@recoup/contract/account/rules';
import { createStore } from '../../ui/lib/store.ts';

/** When the session ends without a further request, as milliseconds of `Date.now()`. */
export const sessionEnd = createStore<number | undefined>(undefined);

/** Reads the remaining lifetime from a reply, if it states one. */
export function recordSessionLifetime(headers: Headers): void {
  const seconds = headers.get(sessionLeftHeader);
  if (seconds === null || !/^\d+$/.test(seconds)) return;
  sessionEnd.set(Date.now() + Number(seconds) * 1000);
}
