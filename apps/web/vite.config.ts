import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { endpointsWithoutSchemas } from './endpoints-plugin.ts';
import { firstRequests } from './first-requests-plugin.ts';
import { guide } from './guide-plugin.ts';
import { preloads } from './preloads-plugin.ts';
import { serviceWorker } from './service-worker-plugin.ts';

/** Smaller files (in bytes) hardly compress. */
const minCompressedBytes = 256;

/** Writes .br and .gz beside each text file but the page, for `preCompressed` of @fastify/static. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [name, item] of Object.entries(bundle)) {
          const raw = Buffer.from(item.type === 'chunk' ? item.code : item.source);
          if (raw.length < minCompressedBytes || !/\.(js|css|svg)$/.test(name)) continue;
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          this.emitFile({
            type: 'asset',
            fileName: `${name}.br`,
            source: brotliCompressSync(raw, { params }),
          });
          this.emitFile({
            type: 'asset',
            fileName: `${name}.gz`,
            source: gzipSync(raw, { level: 9 }),
          });
        }
      },
    },
  };
}

/**
 * Two scripts and two style sheets for the first lists: HTTP/1.1 loads six files at a time, two of
 * them are the user and the list, and each turn costs a round trip. A group takes the imports of
 * its modules along, unless a group of higher priority has them.
 */
const frameModules = [
  'app/program',
  'app/frame/shell',
  'app/frame/area',
  'firms/firm-list-page',
  'app/pages/attorneys-page',
  'ui/list/data-list',
  'ui/list/row-action',
  'ui/list/chips',
  'ui/feedback/status-dot',
  'ui/feedback/states',
];
/** What an attorney's first page shares with others: one script in place of twenty-five. */
const sharedModules = [
  'apps/web/src/call-fees/annexure/fee-annexure',
  'apps/web/src/entries/caps/cap-texts',
  'apps/web/src/entries/deletion/deletions',
  'apps/web/src/entries/deletion/without-deleted',
  'apps/web/src/entries/entries.queries',
  'apps/web/src/entries/form/entry-draft',
  'apps/web/src/entries/outbox/send-pending',
  'apps/web/src/entries/price/price-rows',
  'apps/web/src/entries/reversals/link-texts',
  'apps/web/src/month-end/chosen-month',
  'apps/web/src/month-end/exceptions/exception-texts',
  'apps/web/src/month-end/list-exceptions',
  'apps/web/src/month-end/own-month/own-month.queries',
  'apps/web/src/ui/dialog/use-settled',
  'apps/web/src/ui/form/choice-fields',
  'apps/web/src/vat/vat-texts',
  'packages/contract/src/call-fees/price-rows',
  'packages/contract/src/disbursements/price-of-day',
];
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 2 },
  {
    name: 'frame',
    test: new RegExp(`/src/(?:${frameModules.join('|')})\\.tsx?$`),
    priority: 1,
  },
  // Small, and seldom shown: the frame would name the file of each. Without the parts of dialogs,
  // which other pages would then load with these.
  {
    name: 'questions',
    test: /\/(?:factor-notice|(?:leave|session-expiry|sign-out)-question)\b/,
    includeDependenciesRecursively: false,
  },
  // A few hundred bytes each, of all forms: the frame names each file that a page loads.
  {
    name: 'form-parts',
    test: /\/ui\/\w+\/(?:blur-guard|focus-first-error|form-shell\.module|use-unsaved)\b/,
    includeDependenciesRecursively: false,
  },
  // What the first page of a firm admin loads later: without the parts of an attorney's first page.
  { name: 'money', test: /\/core\/money\.ts$/, priority: 1 },
  {
    name: 'landing',
    test: /\/(?:overview\/(?:endpoints|firm-line|menu-count|overview\.queries)|list\/rows-below)\b/,
    includeDependenciesRecursively: false,
  },
  { name: 'shared', test: new RegExp(`/(?:${sharedModules.join('|')})\\.tsx?$`) },
];

/**
 * Chromium compiles the functions of such a file beside its download, not one by one on the main
 * thread when they are first called. The first page calls most of these two. The line has to be the
 * first one, and Vite adds another when all others are there.
 */
function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const item of Object.values(bundle))
          if (item.type === 'chunk' && (item.isEntry || item.name === 'frame'))
            item.code = `//# allFunctionsCalledOnLoad\n${item.code}`;
      },
    },
  };
}

/** The package offers its development build alone by name; its warnings are half a KiB. */
const router = fileURLToPath(import.meta.resolve('react-router')).replace(
  '/development/index.',
  '/production/index.',
);
const alias = [
  { find: /^react-router$/, replacement: router },
  { find: /^react-router\/dom$/, replacement: router.replace('/index.', '/dom-export.') },
];

export default defineConfig({
  plugins: [
    endpointsWithoutSchemas(),
    react(),
    guide(),
    firstRequests(),
    serviceWorker(),
    preloads(),
    compileAtOnce(),
    precompress(),
  ],
  // `conditions` replaces Vite's list, so it repeats the defaults; `source` reads the unbuilt
  // contract.
  resolve: { alias, conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    // The Content-Security-Policy allows no data: URLs, and each file is cached by its name.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/core': 'http://127.0.0.1:3000' } },
  logLevel: 'warn',
});
