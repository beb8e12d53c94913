import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { role } from '@recoup/contract/core/access';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { endpointsWithoutSchemas } from './endpoints-plugin.ts';
import { firstRequests } from './first-requests-plugin.ts';
import { pagesWithoutRequests, readFirstViews } from './first-views.ts';
import { guide } from './guide-plugin.ts';
import { preloads } from './preloads-plugin.ts';
import { type FindModule, nameSharedChunks } from './shared-chunks.ts';
import { serviceWorker } from './service-worker-plugin.ts';
import { startInPage } from './start-plugin.ts';
import { stylesInScripts } from './styles-plugin.ts';
import { withoutUnusedSchemas } from './unused-schemas-plugin.ts';
import { zodWithoutJsonSchemas } from './zod-plugin.ts';

/** Smaller files (in bytes) hardly compress. */
const minCompressedBytes = 256;

/** Larger files (in bytes) are compressed in several ways: the usual one is seldom the smallest. */
const largeBytes = 100_000;
/** Bits of a block, and of a distance that are written apart. */
const brotliWays = [
  [0, 0],
  [0, 1],
  [16, 0],
  [17, 0],
  [17, 3],
] as const;

function smallestBrotli(raw: Buffer): Buffer {
  const ways = raw.length > largeBytes ? brotliWays : brotliWays.slice(0, 1);
  const tried = ways.map(([block, postfix]) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGBLOCK]: block,
      [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
    };
    return brotliCompressSync(raw, { params });
  });
  return tried.reduce((best, one) => (one.length < best.length ? one : best));
}

/** Writes .br and .gz beside each text file, as @fastify/static sends them, but for index.html. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [name, item] of Object.entries(bundle)) {
          const raw = Buffer.from(item.type === 'chunk' ? item.code : item.source);
          if (raw.length < minCompressedBytes || !/(?:\.(?:js|svg)|\/page\.html)$/.test(name))
            continue;
          this.emitFile({ type: 'asset', fileName: `${name}.br`, source: smallestBrotli(raw) });
          // A browser that says it opens an address accepts Brotli.
          if (name.endsWith('.html')) continue;
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
 * One script beside the start for the first lists: HTTP/1.1 loads six files at a time, two of them
 * are the user and the list, and each turn costs a round trip. A group takes the imports of its
 * modules along, unless a group of higher priority has them.
 */
const frameModules = [
  'app/program.tsx',
  'app/frame/shell.tsx',
  'app/frame/area.tsx',
  'firms/firm-list-page.tsx',
  'app/pages/attorneys-page.tsx',
  // These show them late, or seldom, and bring what nearly all pages need.
  'overview/firm-line.tsx',
  'overview/menu-count.tsx',
  'ui/list/rows-below.tsx',
  'ui/list/data-list.tsx',
  'ui/list/row-action.tsx',
  'ui/list/chips.tsx',
  'ui/feedback/status-dot.tsx',
  'ui/feedback/states.tsx',
].map(sourceFile);
/** The first pages of an attorney and an auditor; those of other roles are in the frame. */
const firstPages = ['app/pages/own-entries-page.tsx', 'entries/lists/firm-entries-page.tsx'].map(
  sourceFile,
);
/** Counts requests by page, of the role that begins with most. */
const requests = new Map(
  Object.values(await readFirstViews()).map(({ modules, requests: rows }) => {
    const counts = Object.values(role).map((each) =>
      rows.reduce((sum, [roles, ...some]) => sum + (roles.includes(each) ? some.length : 0), 0),
    );
    return [sourceFile(modules.at(-1) ?? ''), Math.max(...counts)];
  }),
);
const routes = ['router.tsx', 'pages.ts'].map((name) => sourceFile(`app/routing/${name}`));

function sourceFile(name: string): string {
  return fileURLToPath(new URL(`src/${name}`, import.meta.url));
}

function nameChunks(find: FindModule) {
  const pages = routes.flatMap((route) => find(route)?.dynamicallyImportedIds ?? []);
  const frame = [sourceFile('main.tsx'), ...frameModules];
  return nameSharedChunks(find, { frame, pages, firstPages, requests });
}

/** Computed once in a build: the graph is the same for each module. */
let nameChunk: ReturnType<typeof nameSharedChunks> | undefined;
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 2 },
  { name: 'frame', test: (id) => frameModules.includes(id), priority: 1 },
  // Small, and seldom asked: the frame would name the file of each.
  {
    name: 'questions',
    test: /\/(?:leave|session-expiry|sign-out)-question\.tsx$/,
    includeDependenciesRecursively: false,
  },
  {
    debugName: 'shared',
    priority: 1,
    name: (id, context) => {
      nameChunk ??= nameChunks((module) => context.getModuleInfo(module));
      return nameChunk(id);
    },
    includeDependenciesRecursively: false,
  },
  // A page that shows a chart loads one file for it.
  { name: 'charts', test: /\/@visx\/|\/recoveries\/recoveries\.tsx$/ },
];

/**
 * Chromium compiles the functions of such a file beside its download, not one by one on the main
 * thread when they are first called: a form calls some 280 functions of its own files while it is
 * drawn. The line has to be the first one, and Vite adds another when all others are there.
 */
function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const item of Object.values(bundle))
          if (item.type === 'chunk') item.code = `//# allFunctionsCalledOnLoad\n${item.code}`;
      },
    },
  };
}

/**
 * Names of files are made before these change their content, so another text of theirs gives other
 * names: browsers keep a file by its name, and must not mix those of two releases.
 */
function namesByPlugins(): Plugin {
  const files = ['vite.config.ts', 'styles-plugin.ts', 'start-plugin.ts'];
  const texts = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('');
  return { name: 'names-by-plugins', apply: 'build', augmentChunkHash: () => texts };
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
    withoutUnusedSchemas(),
    zodWithoutJsonSchemas(),
    react(),
    guide(),
    pagesWithoutRequests(),
    namesByPlugins(),
    stylesInScripts(),
    firstRequests(),
    serviceWorker(),
    preloads(),
    compileAtOnce(),
    startInPage(),
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
    modulePreload: {
      polyfill: false,
      // A page that runs has its start already.
      resolveDependencies: (_file, needed) =>
        needed.filter((name) => !name.startsWith('assets/start-')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { entryFileNames: 'assets/start-[hash].js', codeSplitting: { groups } },
    },
  },
  server: { proxy: { '/core': 'http://127.0.0.1:3000' } },
  logLevel: 'warn',
});
