import { once } from 'node:events';
import type { Page } from 'playwright-core';

/**
 * Holds the answer to a preview until the returned function is called, be it before the page asks
 * or after.
 */
export async function holdPreview(page: Page): Promise<() => void> {
  const wanted = new AbortController();
  await page.route('**/imports/preview*', async (route) => {
    if (!wanted.signal.aborted) await once(wanted.signal, 'abort');
    await route.continue();
  });
  return () => wanted.abort();
}
