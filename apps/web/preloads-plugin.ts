import type { Plugin } from 'vite';
import { filesOf } from './bundle-files.ts';

const frame = ['app/program.tsx', 'app/frame/shell.tsx', 'app/frame/area.tsx'];
/**
 * Addresses where visits begin, and their modules; `/home` stands for all others below it. The
 * sign-in page has all that it needs in index.html.
 */
const arrivals: Readonly<Record<string, readonly string[]>> = {
  '/home': frame,
  '/home/entries': [...frame, 'app/pages/own-entries-page.tsx'],
  '/home/firms': [...frame, 'firms/firm-list-page.tsx'],
  '/home/attorneys/attorney-list': [...frame, 'app/pages/attorneys-page.tsx'],
  '/home/attorneys/matters': [...frame, 'matters/matter-list-page.tsx'],
  '/home/attorneys/entries': [...frame, 'entries/lists/firm-entries-page.tsx'],
  '/home/attorneys/fees': [...frame, 'fee-matrix/fees-page.tsx'],
  '/home/attorneys/disbursement-list': [...frame, 'disbursements/disbursement-list-page.tsx'],
  '/home/attorneys/file-handler': [...frame, 'app/pages/import-export-page.tsx'],
  '/home/attorneys/month-end': [...frame, 'month-end/month-end-page.tsx'],
  '/home/attorneys/overview': [...frame, 'overview/overview-page.tsx'],
  '/home/attorneys/exports': [...frame, 'exports/export-list-page.tsx'],
};

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
      handler(_options, bundle) {
        const named = filesOf(bundle, (chunk) => chunk.isEntry);
        const entries = Object.entries(arrivals).map(([address, modules]) => {
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
