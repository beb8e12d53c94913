import { recoup, openWindow } from './app.ts';
import { signIn } from './browser.ts';
import { expect } from './expect.ts';
import { waitForIdle } from './idle.ts';
import { open } from './page-sweep.ts';
import { payloadsShown, watch } from './xss-payloads.ts';

export const nothing = { hits: [], violations: [], foreign: [] };

/** How many different payloads each list shows as text; none of them may run. */
export async function payloadsInLists(
  who: { email: string; password: string },
  lists: readonly string[],
): Promise<number[]> {
  const { page, consoleErrors, end } = await openWindow();
  const seen = await watch(page);
  await signIn(page, recoup.url, who);
  // The page requests few rows at a time; here it gets the maximum.
  await page.route('**/core/api/**itemsPerPage=**', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/itemsPerPage=\d+/, 'itemsPerPage=100'),
    }),
  );
  const counts: number[] = [];
  for (const list of lists) {
    await open(page, `/home/${list}`);
    await page.locator('tbody tr').filter({ hasText: 'hit(' }).first().waitFor();
    await waitForIdle(page);
    counts.push(await payloadsShown(page));
  }
  expect({ seen, consoleErrors }).toEqual({ seen: nothing, consoleErrors: [] });
  await end();
  return counts;
}
