import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { afterEach } from 'vitest';
import { browser } from './app.ts';

const folder = fileURLToPath(new URL('../../.cache/failures/', import.meta.url));

// A picture of each open page of a failed test; `scripts/test.mjs` names them.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || !browser) return;
  await mkdir(folder, { recursive: true });
  const name = `${path.basename(task.file.name, '.e2e.ts')} ${task.name}`.replaceAll(
    /[^\w-]+/g,
    '-',
  );
  const pages = browser.contexts().flatMap((context) => context.pages());
  await Promise.all(
    pages.map((page, index) =>
      // A page that hangs, or was closed by now, has none.
      page
        .screenshot({ path: `${folder}${name.slice(0, 100)}-${index + 1}.png`, timeout: 5_000 })
        .catch(() => undefined),
    ),
  );
});
