import { toE164 } from '@recoup/contract/core/phone-numbers';
import { sharedCache } from '../../platform/session/shared-content.ts';

/** Addresses of shared content in the service worker's cache (service-worker.js). */
const addresses = { text: '/shared-text', file: '/shared-file' } as const;
const longestNarration = 1000;

/** Long enough for a sign-in; afterwards another user may hold the phone. */
const freshForMs = 4 * 60_000;

type Storage = Pick<CacheStorage, 'open'> | undefined;

/** The text that was shared last, once; '' for none, and for one that was not taken in time. */
export async function takeSharedText(storage: Storage = globalThis.caches): Promise<string> {
  const stored = await takeShared(addresses.text, storage);
  return stored === undefined ? '' : (await stored.text()).slice(0, longestNarration);
}

/** The file that was shared last, once; undefined as for a text. */
export async function takeSharedFile(
  storage: Storage = globalThis.caches,
): Promise<File | undefined> {
  const stored = await takeShared(addresses.file, storage);
  if (stored === undefined) return undefined;
  const name = decodeURIComponent(stored.headers.get('x-shared-name') ?? '');
  return new File([await stored.blob()], name || 'Shared file');
}

async function takeShared(address: string, storage: Storage): Promise<Response | undefined> {
  if (storage === undefined) return undefined;
  const cache = await storage.open(sharedCache);
  const stored = await cache.match(address);
  await cache.delete(address);
  const isFresh = Date.now() - Number(stored?.headers.get('x-shared-at')) < freshForMs;
  return isFresh ? stored : undefined;
}

/** The first telephone number of a text, such as a shared contact, as E.164. */
export function phoneIn(text: string): string | undefined {
  const written = text.match(/(?:\+|\b0)[\d ().\u00A0-]{8,40}/g) ?? [];
  return written.map(firstNumber).find((number) => number !== undefined);
}

/** The longest beginning that is a number: `082 555 0101` of `082 555 0101 011 555 0142`. */
function firstNumber(digits: string): string | undefined {
  const parts = digits.split(/([ \u00A0]+)/);
  for (let end = parts.length; end > 0; end -= 1) {
    const number = toE164(parts.slice(0, end).join(''));
    if (number !== undefined) return number;
  }
  return undefined;
}
