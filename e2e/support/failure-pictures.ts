import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { launched } from './browser.ts';

const folder = fileURLToPath(new URL('../../.cache/failures/', import.meta.url));
const timeout = 5_000;

// A picture and the text of each open page of a failed test; `scripts/test.mjs` names the pictures
// and prints the texts, since a log may be all that is left of a run.
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    await mkdir(folder, { recursive: true });
    const name = `${task.file.name.replace(/^e2e\/|\.e2e\.ts$/g, '')} ${task.name}`;
    const path = folder + name.replaceAll(/[^\w-]+/g, '-').slice(0, 120);
    const pages = [...launched]
      .flatMap((browser) => browser.contexts())
      .flatMap((context) => context.pages());
    await Promise.all(
      // A page that hangs, or was closed by now, has none.
      pages.flatMap((page, index) => [
        page.screenshot({ path: `${path}-${index + 1}.png`, timeout }).catch(() => undefined),
        writeText(page, `${path}-${index + 1}.txt`).catch(() => undefined),
      ]),
    );
  });
});

/** The address, and the start of the text of the topmost dialog or else of the page. */
async function writeText(page: Page, path: string): Promise<void> {
  const shown = page.locator('body, main, [role="dialog"]');
  const text = (await shown.last().innerText({ timeout })).replaceAll(/\s+/g, ' ');
  await writeFile(path, `${page.url()}: ${text.slice(0, 1_500)}`);
}
