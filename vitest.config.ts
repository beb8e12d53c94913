import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests read the contract from its sources; their set-up reads the build (`scripts/test.mjs`).
const resolve = { conditions: ['source'] };
const shared = { resolve, ssr: { resolve } };
// The files of a project share two processes: the app is loaded twice, not once for each file.
const isolate = false;
// What is awaited may take its time on a busy machine; the library's own patience is one second.
const expect = { poll: { timeout: 30_000 } };

/** Measures memory: V8 allocates otherwise once other tests have kept many rows. */
const measured = 'pg-driver.test.ts';

const longest = [
  'access-matrix-entries.test.ts',
  'access-matrix-people.test.ts',
  'access-matrix-calls.test.ts',
  'access-matrix-firms.test.ts',
  'taxation-packs.test.ts',
  'failover.deep.test.ts',
  'kills.deep.test.ts',
  'many-vouchers.deep.test.ts',
  'outages.deep.test.ts',
  'pooler.deep.test.ts',
  'fees-through-time.deep.test.ts',
  'release.deep.test.ts',
  'upgrades.deep.test.ts',
  'pages.e2e.ts',
  'dialogs.e2e.ts',
  'dialog-frames.e2e.ts',
  'focus.e2e.ts',
  'dialogs.deep.e2e.ts',
  'typed-in-dialogs.deep.e2e.ts',
  'hand-over.e2e.ts',
  'leaving.e2e.ts',
];

/** Left out of `npm test`, run by `npm run test:deep`. */
const deepTests = ['apps/server/**/*.deep.test.ts', 'fault-injection/*.deep.test.ts'];
/** Measures how long another firm waits: nothing else may run beside it. */
const aloneTests = ['fault-injection/full-firm.deep.test.ts'];
const deepFlows = ['e2e/**/*.deep.e2e.ts'];
/**
 * Quick files that the deep gate runs too: with their pages in all looks (`e2e/support/a11y.ts`),
 * and with tests that it alone runs (`deepIt`).
 */
const filesToDeepen = ['e2e', 'apps/server/src', 'apps/server/test', 'fault-injection']
  .flatMap((folder) =>
    readdirSync(path.join(import.meta.dirname, folder), { recursive: true }).map((name) =>
      path.join(folder, String(name)),
    ),
  )
  .filter((file) => /(?<!\.deep)\.(?:e2e|test)\.ts$/.test(file))
  .filter((file) =>
    /a11yViolationsInLooks|deepIt|isDeep/.test(
      readFileSync(path.join(import.meta.dirname, file), 'utf8'),
    ),
  );

/** Milliseconds: a machine with other work must fail no test that is right. */
const testTimeout = 180_000;

const server = {
  ...shared,
  test: {
    isolate,
    expect,
    // A library of the MCP client has sources under our condition `source`.
    server: { deps: { inline: [/@modelcontextprotocol/, /eventsource-parser/] } },
    globalSetup: ['apps/server/test/global-setup.ts'],
    setupFiles: [
      'apps/server/test/answers.ts',
      'apps/server/test/firm-conditions/record-statements.ts',
    ],
    testTimeout,
    hookTimeout: testTimeout,
  },
};

const flows = {
  ...shared,
  test: {
    isolate,
    expect,
    globalSetup: ['e2e/support/global-setup.ts'],
    setupFiles: ['e2e/support/failure-pictures.ts'],
    testTimeout,
    hookTimeout: testTimeout,
  },
};

/**
 * Without known times, files begin by their size, and a short file that runs long would run alone
 * at the end. The library wants a class.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      if (moduleId.endsWith(`/${measured}`)) return 0;
      return longest.some((name) => moduleId.endsWith(`/${name}`)) ? 1 : 2;
    };
    const inOrder = await BaseSequencer.prototype.sort.call(this, files);
    return inOrder.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    // The library keeps one of two processors free, but tests wait for PostgreSQL
    // or the browser.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...shared,
        test: { name: 'unit', isolate, testTimeout, include: ['packages/**/*.test.ts'] },
      },
      {
        ...shared,
        test: { name: 'web', isolate, testTimeout, include: ['apps/web/src/**/*.test.ts'] },
      },
      {
        ...server,
        test: {
          ...server.test,
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'fault-injection/*.test.ts'],
          exclude: deepTests,
          provide: { looks: 'one' },
        },
      },
      {
        ...server,
        test: {
          ...server.test,
          name: 'server-deep',
          include: [...deepTests, ...filesToDeepen.filter((file) => !file.startsWith('e2e'))],
          exclude: aloneTests,
          provide: { looks: 'all' },
        },
      },
      {
        ...server,
        test: {
          ...server.test,
          name: 'server-alone',
          include: aloneTests,
          provide: { looks: 'all' },
        },
      },
      {
        ...flows,
        test: {
          ...flows.test,
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude: deepFlows,
          provide: { looks: 'one' },
        },
      },
      {
        ...flows,
        test: {
          ...flows.test,
          name: 'e2e-deep',
          include: [...deepFlows, ...filesToDeepen.filter((file) => file.startsWith('e2e'))],
          provide: { looks: 'all' },
        },
      },
      // `npm run screenshots`
      { ...flows, test: { ...flows.test, name: 'pictures', include: ['e2e/pictures.ts'] } },
      {
        ...flows,
        test: {
          ...flows.test,
          // `scripts/test-browsers.mjs`
          name: 'browsers',
          include: ['e2e/browsers/*.browser.ts'],
          testTimeout: 300_000,
        },
      },
    ],
  },
});
