import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeEach } from 'vitest';
import { launched } from './browser.ts';

const folder = fileURLToPath(new URL('../../.cache/failures/', import.meta.url));

// A picture of each open page of a failed test; `scripts/test.mjs` names them.
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    await mkdir(folder, { recursive: true });
    const name = `${task.file.name.replace(/^e2e\/|\.e2e\.ts$/g, '')} ${task.name}`;
    const path = folder + name.replaceAll(/[^\w-]+/g, '-').slice(0, 120);
    const pages = [...launched]
      .flatMap((browser) => browser.contexts())
      .flatMap((context) => context.pages());
    await Promise.all(
      pages.map((page, index) =>
        // A page that hangs, or was closed by now, has none.
        page
          .screenshot({ path: `${path}-${index + 1}.png`, timeout: 5_000 })
          .catch(() => undefined),
      ),
    );
  });
});
