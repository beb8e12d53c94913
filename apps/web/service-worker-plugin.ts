import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { filesOf } from './bundle-files.ts';

/** What an attorney needs to open the page offline; everything else is loaded when it is used. */
const offlineModules = [
  'account/logon-page.tsx',
  'app/program.tsx',
  'app/frame/shell.tsx',
  'app/routing/unauthorized-page.tsx',
  'app/session/leave-question.tsx',
  'app/session/sign-in-again.tsx',
  'app/session/sign-out-question.tsx',
  'entries/lists/entries-page.tsx',
  'platform/session/current-user.ts',
];
const publicFiles = ['/favicon.svg', '/icon-192.png', '/manifest.webmanifest'];
const source = new URL('./service-worker.js', import.meta.url);

/**
 * Writes /service-worker.js with its list of files. A changed text is how browsers see an update.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const found = filesOf(bundle, ({ isEntry }) => isEntry);
        for (const module of offlineModules) {
          const files = filesOf(bundle, ({ moduleIds }) =>
            moduleIds.some((id) => id.endsWith(`/src/${module}`)),
          );
          if (files.size === 0) this.error(`${module}, needed offline, is not in the build.`);
          for (const file of files) found.add(file);
        }
        const files = [...found].toSorted((a, b) => a.localeCompare(b)).map((name) => `/${name}`);
        const text = readFileSync(source, 'utf8');
        const version = createHash('sha256')
          .update(text)
          .update(files.join())
          .digest('hex')
          .slice(0, 12);
        const list = [...files, ...publicFiles].map((file) => `'${file}'`).join(', ');
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: text.replace("'__FILES__'", list).replace('__VERSION__', version),
        });
      },
    },
  };
}
