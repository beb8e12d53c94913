import { browser, recoup } from './app.ts';
import { signInByForm, visit } from './browser.ts';
import { waitForIdle } from './idle.ts';

/** Faults against the Content-Security-Policy on the pages of a user, and of the last one. */
export async function walkFaults(
  as: { email: string; password: string },
  pages: readonly string[],
): Promise<string[]> {
  const { page, consoleErrors, end } = await visit(browser);
  const faults: string[] = [];
  await signInByForm(page, recoup.url, as);
  for (const name of pages) {
    const reply = await page.goto(`${recoup.url}/home/${name}`);
    const policy = reply?.headers()['content-security-policy'] ?? '';
    if (!policy.includes("require-trusted-types-for 'script'")) faults.push(`${name}: ${policy}`);
    await waitForIdle(page);
  }
  await page.getByRole('button', { name: /^Account of / }).click();
  faults.push(...consoleErrors);
  const isRefused = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror=alert(1)>';
      return false;
    } catch {
      return true;
    }
  });
  await end();
  return isRefused ? faults : [...faults, 'A text became markup.'];
}
