import type { Page } from 'playwright-core';

/**
 * The page has its heading, nothing is loading, and no call is under way, for three frames: a page
 * asks in the frame after its first.
 */
export async function waitForIdle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // `waitForFunction` takes the promise of a function for its yes.
  await page.evaluate(async () => {
    const isBusy = () =>
      document.querySelector('[aria-busy="true"], [aria-label="Activity"] [role="progressbar"]') !==
      null;
    for (let frames = 0, quiet = 0; quiet < 3; frames += 1) {
      if (frames === 1_800) throw new Error('The page is busy still.');
      await new Promise(requestAnimationFrame);
      quiet = isBusy() ? 0 : quiet + 1;
    }
  });
}
