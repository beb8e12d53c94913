import { defineConfig } from 'vitest/config';

// Tests read the contract from its sources; what is set up before them reads what was built (`scripts/test.mjs`).
const resolve = { conditions: ['source'] };
const shared = { resolve, ssr: { resolve } };
// The files of a project share two processes: the app is loaded twice, not once for each file.
const isolate = false;

export default defineConfig({
  test: {
    // The library keeps one of two processors free, but a test waits half of its time: for PostgreSQL, or for the browser.
    maxWorkers: 2,
    projects: [
      { ...shared, test: { name: 'unit', isolate, include: ['packages/**/*.test.ts'] } },
      { ...shared, test: { name: 'web', isolate, include: ['apps/web/src/**/*.test.ts'] } },
      {
        ...shared,
        test: {
          name: 'server',
          isolate,
          include: ['apps/server/**/*.test.ts', 'drills/*.test.ts'],
          globalSetup: ['apps/server/test/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          isolate,
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
