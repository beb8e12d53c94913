import { buildApp } from '../apps/server/src/app.ts';
import { connect, createPool } from '../apps/server/src/platform/database/connections.ts';
import { createLog } from '../apps/server/src/platform/core/log.ts';
import { startTestDatabase } from '../apps/server/test/database.ts';
import { defineDrill } from './support/drill.ts';
import { createHarvest } from './support/fuzz-harvest.ts';
import { fuzzRequests } from './support/fuzz-requests.ts';
import { fuzzValues } from './support/fuzz-values.ts';

export const drill = defineDrill({
  about:
    'Made-up requests against every call of the contract (--requests, for at most --seconds), or made-up values against what reads them (--values, each).',
  options: { requests: 100_000, values: 0, seed: 1, seconds: 300 },
  run: async ({ values, seed, ...rest }) =>
    values > 0 ? fuzzReaders(values, seed) : fuzzApp({ seed, ...rest }),
});

async function fuzzApp(run: { requests: number; seed: number; seconds: number }): Promise<boolean> {
  const database = await startTestDatabase();
  const db = connect(createPool(database.url));
  const harvest = createHarvest();
  const app = await buildApp({
    db,
    publicUrl: 'http://recoup.test',
    smsGateway: harvest.gateway,
    log: failureLog(),
  });
  const prototypes = (): string =>
    [Object.prototype, Array.prototype].map((of) => Object.getOwnPropertyNames(of).join()).join();
  const before = prototypes();
  let unhandled = 0;
  for (const event of ['unhandledRejection', 'uncaughtException']) {
    process.on(event, (reason) => {
      unhandled += 1;
      console.error(event, reason);
    });
  }
  try {
    const figures = await fuzzRequests({
      app,
      db,
      now: () => new Date(),
      ...run,
      harvest,
      longestMs: 2_000,
      say: (line) => console.log(line),
    });
    const { faults, ...rest } = figures;
    const isPolluted = prototypes() !== before;
    console.log({
      ...rest,
      faults: faults.length,
      unhandled,
      isPolluted,
      rssMb: Math.round(process.memoryUsage.rss() / 1e6),
    });
    return faults.length + unhandled === 0 && !isPolluted;
  } finally {
    await app.close();
    await db.destroy();
    await database.stop();
  }
}

async function fuzzReaders(values: number, seed: number): Promise<boolean> {
  const results = await fuzzValues({
    values,
    seed,
    longestMs: 50,
    say: (line) => console.log(line),
  });
  return results.every(({ fault }) => fault === undefined);
}

/** Refusals are what is asked for here; only failures are shown. */
function failureLog() {
  const write = (line: string) => {
    const { level } = JSON.parse(line) as { level: number }; // pino writes it
    if (level >= 50) process.stderr.write(line);
  };
  return createLog({ destination: { write } });
}
