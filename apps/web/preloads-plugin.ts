import type { Plugin, Rolldown } from 'vite';
import { filesOf } from './bundle-files.ts';
import { type FirstView, readFirstViews } from './first-views.ts';

/**
 * Writes which files each address needs beside those of index.html. The server names those of
 * `/home`, the frame, with every page behind the sign-in, and those of a public page with it.
 */
export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        this.emitFile({
          type: 'asset',
          fileName: '.vite/preloads.json',
          source: JSON.stringify(await filesByAddress(bundle)),
        });
      },
    },
  };
}

/** The files of these modules of each address, beside those that index.html names. */
export async function filesByAddress(
  bundle: Rolldown.OutputBundle,
  list = ({ modules }: FirstView): readonly string[] => modules,
): Promise<Record<string, string[]>> {
  const named = filesOf(bundle, (chunk) => chunk.isEntry);
  const entries = Object.entries(await readFirstViews()).map(([address, view]) => {
    const files = list(view).flatMap((module) => {
      const found = filesOf(bundle, ({ moduleIds }) =>
        moduleIds.some((id) => id.endsWith(`/src/${module}`)),
      );
      if (found.size === 0) throw new Error(`${module}, of ${address}, is not in the build.`);
      return [...found];
    });
    return [
      address,
      [...new Set(files)].filter((file) => !named.has(file)).map((file) => `/${file}`),
    ];
  });
  return Object.fromEntries(entries);
}
