import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { filesOf } from './bundle-files.ts';
import { frameModules } from './first-views.ts';

/** What an attorney needs to open the page offline; everything else is loaded when it is used. */
const offlineModules = [
  'account/logon-page.tsx',
  'app/routing/unauthorized-page.tsx',
  'app/session/leave-question.tsx',
  'app/session/sign-in-again.tsx',
  'app/session/sign-out-question.tsx',
  'entries/lists/entries-page.tsx',
  'entries/lists/open-entry-dialog.tsx',
  'entries/photos/photo-list.tsx',
  'entries/photos/photo-store.ts',
  'entries/photos/send-photos.ts',
  'month-end/own-month/own-month-dialog.tsx',
  'month-end/own-month/own-month-page.tsx',
  'entries/capture/call-matter-dialog.tsx',
  'entries/timer/running-call-fields.tsx',
  'call-records/open-calls/open-calls-link.tsx',
  'call-records/open-calls/own-calls-page.tsx',
];
const publicFiles = ['/favicon.svg', '/icon-192.png', '/manifest.webmanifest'];
const source = new URL('./service-worker.js', import.meta.url);

/**
 * Writes /service-worker.js with its lists of files. A changed text is how browsers see an update.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const filesWith = (modules: readonly string[]) =>
          modules.flatMap((module) => {
            const files = filesOf(bundle, ({ moduleIds }) =>
              moduleIds.some((id) => id.endsWith(`/src/${module}`)),
            );
            if (files.size === 0) this.error(`${module}, needed offline, is not in the build.`);
            return [...files];
          });
        const entry = filesOf(bundle, ({ isEntry }) => isEntry);
        const frame = sorted([...entry, ...filesWith(frameModules)]);
        const offline = sorted(filesWith(offlineModules)).filter((file) => !frame.includes(file));
        const text = readFileSync(source, 'utf8');
        const index = bundle['index.html'];
        if (index?.type !== 'asset') this.error('There is no index.html in the build.');
        const html = index.source;
        const version = createHash('sha256')
          .update(text)
          .update([...frame, ...offline].join())
          .update(html)
          .digest('hex')
          .slice(0, 12);
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: text
            .replace("'__FRAME_FILES__'", quoted(frame))
            .replace("'__OFFLINE_FILES__'", quoted([...offline, ...publicFiles]))
            .replace('__VERSION__', version),
        });
      },
    },
  };
}

/** As addresses, without doubles. */
function sorted(files: readonly string[]): string[] {
  return [...new Set(files)].toSorted((a, b) => a.localeCompare(b)).map((name) => `/${name}`);
}

function quoted(files: readonly string[]): string {
  return files.map((file) => `'${file}'`).join(', ');
}
