import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { filesOf } from './bundle-files.ts';

/** What an attorney needs to open the page without a network; everything else is loaded when it is used. */
const needed =
  /\/src\/(?:app\/(?:leave-question|shell|sign-in-again|sign-out-question|unauthorized-page)|account\/logon-page|platform\/current-user|entries\/entries-page)\.tsx?$/;
const source = new URL('./service-worker.js', import.meta.url);

/** Writes /service-worker.js with the names of the files that it keeps; another release is another text, which is how browsers see an update. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = neededFiles(bundle).map((name) => `/${name}`);
        const text = readFileSync(source, 'utf8');
        const version = createHash('sha256')
          .update(text)
          .update(files.join())
          .digest('hex')
          .slice(0, 12);
        const list = [...files, '/favicon.svg', '/icon-192.png', '/manifest.webmanifest']
          .map((file) => `'${file}'`)
          .join(', ');
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: text.replace("'__FILES__'", list).replace('__VERSION__', version),
        });
      },
    },
  };
}

function neededFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = filesOf(
    bundle,
    ({ isEntry, moduleIds }) => isEntry || moduleIds.some((id) => needed.test(id)),
  );
  return [...files].toSorted((a, b) => a.localeCompare(b));
}
