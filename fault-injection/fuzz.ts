import { buildApp } from '../apps/server/src/app.ts';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { createLog } from '../apps/server/src/platform/core/log.ts';
import { startTestDatabase } from '../apps/server/test/database.ts';
import { defineDrill } from './support/drill.ts';
import { createHarvest } from './support/fuzz-harvest.ts';
import { fuzzRequests } from './support/fuzz-requests.ts';
import { fuzzValues } from './support/fuzz-values.ts';

export const drill = defineDrill({
  about:
    'Generated requests against every endpoint (--requests, for at most --seconds), ' +
    'or generated values against each parser (--values of each).',
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
  const countUnhandled = watchUnhandled();
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
      unhandled: countUnhandled(),
      isPolluted,
      rssMb: Math.round(process.memoryUsage.rss() / 1e6),
    });
    return faults.length + countUnhandled() === 0 && !isPolluted;
  } finally {
    await app.close();
    await db.destroy();
    await database.stop();
  }
}

/** Returns how many rejections and exceptions nothing has handled since. */
function watchUnhandled(): () => number {
  let count = 0;
  for (const event of ['unhandledRejection', 'uncaughtException']) {
    process.on(event, (reason) => {
      count += 1;
      console.error(event, reason);
    });
  }
  return () => count;
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

/** Rejected requests are expected here; only failures are shown. */
function failureLog() {
  const write = (line: string) => {
    const { level } = JSON.parse(line) as { level: number }; // pino writes it
    if (level >= 50) process.stderr.write(line);
  };
  return createLog({ destination: { write } });
}
