import type { Plugin } from 'vite';
import { filesOf } from './bundle-files.ts';
import { readFirstViews } from './first-views.ts';

/**
 * Writes which files each address needs beside those of index.html.
 * The server sends the list with the page, so that the browser loads them at once.
 */
export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const named = filesOf(bundle, (chunk) => chunk.isEntry);
        const entries = Object.entries(await readFirstViews()).map(([address, { modules }]) => {
          const files = modules.flatMap((module) => {
            const found = filesOf(bundle, ({ moduleIds }) =>
              moduleIds.some((id) => id.endsWith(`/src/${module}`)),
            );
            if (found.size === 0)
              this.error(`${module}, which shows ${address}, is not in the build.`);
            return [...found];
          });
          return [
            address,
            [...new Set(files)].filter((file) => !named.has(file)).map((file) => `/${file}`),
          ];
        });
        this.emitFile({
          type: 'asset',
          fileName: '.vite/preloads.json',
          source: JSON.stringify(Object.fromEntries(entries)),
        });
      },
    },
  };
}
