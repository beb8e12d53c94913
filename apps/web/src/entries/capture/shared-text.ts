import { toE164 } from '@recoup/contract/core/phone-numbers';

/** Both are the service worker's (service-worker.js), which keeps what another app shared. */
const sharedCache = 'shared';
const sharedAddress = '/shared-text';
const longestNarration = 1000;

/** The text that was shared last, once; '' for none. */
export async function takeSharedText(): Promise<string> {
  if (!('caches' in window)) return '';
  const cache = await caches.open(sharedCache);
  const kept = await cache.match(sharedAddress);
  await cache.delete(sharedAddress);
  return kept ? (await kept.text()).slice(0, longestNarration) : '';
}

/** The first telephone number of a text, such as a shared contact, as E.164. */
export function phoneIn(text: string): string | undefined {
  const numbers = text.match(/(?:\+|\b0)[\d\s().-]{8,20}\d/g) ?? [];
  return numbers.map(toE164).find((number) => number !== undefined);
}
