import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { startSmtp } from '../apps/server/test/smtp.ts';
import { compare, type Comparison, isConsistent } from './support/compare.ts';
import { defineDrill } from './support/drill.ts';
import { type Postgres, startPostgres, type Victim } from './support/postgres.ts';
import { freePort, startServer } from './support/server.ts';
import { staff } from './support/workers.ts';
import {
  type Kills,
  type Acknowledgements,
  repeatKills,
  startWorkload,
  tally,
  untilNextSuccess,
} from './support/workload.ts';

export type PostgresKills = Comparison & {
  kills: number;
  unexpected: readonly string[];
  hung: number;
  /** The longest wait for an answer, and from PostgreSQL's return to the next success. */
  slowestAnswerMs: number;
  slowestRecoveryMs: number;
  refused: number;
};

const victims: readonly Victim[] = ['postmaster', 'everybody', 'backend'];
/** G21 of the research: the server is back within this time of PostgreSQL's return. */
const longestRecoveryMs = 5_000;

export const drill = defineDrill({
  about:
    'Kills PostgreSQL with SIGKILL (its first process, all of them, one connection’s) ' +
    'under entries, imports and mails.',
  options: { kills: 200, first: 0, seconds: 300 },
  run: async ({ kills, first, seconds }) => {
    const figures = await killPostgres({ kills, first, seconds, say: (line) => console.log(line) });
    console.log(figures);
    return isSound(figures) && figures.slowestRecoveryMs < longestRecoveryMs;
  },
});

export function isSound(figures: PostgresKills): boolean {
  const {
    kills: _,
    unexpected,
    hung,
    slowestAnswerMs: __,
    slowestRecoveryMs: ___,
    refused: ____,
    ...comparison
  } = figures;
  return unexpected.length + hung === 0 && isConsistent(comparison);
}

/** The server keeps running; only PostgreSQL is killed. */
export async function killPostgres(options: Kills): Promise<PostgresKills> {
  const postgres = await startPostgres();
  const smtp = await startSmtp();
  smtp.behave('dawdles');
  const pool = createPool(postgres.url);
  const db = connect(pool);
  await migrate(db, pool);
  const people = await staff(db, options.kills);
  const environment = { DATABASE_URL: postgres.url, SMTP_URL: smtp.url };
  const server = startServer(environment, await freePort());
  try {
    await server.ready;
    const workload = startWorkload(server.url, people);
    const { kills, slowestRecoveryMs } = await killAll(
      postgres,
      workload.acknowledgements,
      options,
    );
    await workload.finish();
    const { unexpected, hung, slowestMs, statuses } = workload.acknowledgements;
    const found = await compare(db, workload.acknowledgements, smtp);
    const figures = {
      slowestAnswerMs: Math.round(slowestMs),
      slowestRecoveryMs: Math.round(slowestRecoveryMs),
      refused: statuses.get(503) ?? 0,
    };
    return { kills, ...found, unexpected, hung, ...figures };
  } finally {
    await server.end('SIGTERM');
    await smtp.close();
    await db.destroy();
    await postgres.stop();
  }
}

async function killAll(postgres: Postgres, acknowledgements: Acknowledgements, run: Kills) {
  let slowestRecoveryMs = 0;
  const kills = await repeatKills(run, async (kill) => {
    await untilNextSuccess(acknowledgements, kill);
    await wait((kill * 37) % 250);
    const victim = victims[kill % victims.length] ?? 'postmaster';
    await postgres.kill(victim);
    if (victim !== 'backend') await postgres.startAgain();
    const backAt = performance.now();
    while (acknowledgements.lastSuccessAt <= backAt && performance.now() - backAt < 60_000)
      await wait(5);
    slowestRecoveryMs = Math.max(slowestRecoveryMs, performance.now() - backAt);
    if (kill % 20 === 19) run.say?.(`${kill + 1 - run.first} kills, ${tally(acknowledgements)}`);
  });
  return { kills, slowestRecoveryMs };
}
