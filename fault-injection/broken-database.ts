import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { startSmtp } from '../apps/server/test/smtp.ts';
import { compare, isConsistent } from './support/compare.ts';
import { defineDrill } from './support/drill.ts';
import { startPostgres } from './support/postgres.ts';
import { freePort, startServer } from './support/server.ts';
import { startTcpProxy, type NetworkCondition } from './support/tcp-proxy.ts';
import { staff } from './support/workers.ts';
import { type Acknowledgements, startWorkload, type Workload } from './support/workload.ts';

/** The server gives up on a silent database within this time. */
const longestAnswerMs = 45_000;
const longestRecoveryMs = 10_000;

const conditions: readonly { name: string; condition: NetworkCondition }[] = [
  { name: 'slow: 200 ms a piece', condition: { kind: 'delays', ms: 200 } },
  { name: 'cut off', condition: { kind: 'cuts' } },
  { name: 'silent: connections stay, nothing comes', condition: { kind: 'swallows' } },
];

export const drill = defineDrill({
  about:
    'A slow, a lost and a silent connection to the database, each for so many seconds ' +
    'under entries, imports and mails.',
  options: { seconds: 40, rounds: 1 },
  run: async ({ seconds, rounds }) => {
    const postgres = await startPostgres();
    const smtp = await startSmtp();
    const proxy = await startTcpProxy({ path: postgres.socket });
    const pool = createPool(postgres.url);
    const db = connect(pool);
    await migrate(db, pool);
    const people = await staff(db, 40);
    const databaseUrl = `postgres://recoup@127.0.0.1:${proxy.port}/recoup`;
    const server = startServer({ DATABASE_URL: databaseUrl, SMTP_URL: smtp.url }, await freePort());
    try {
      await server.ready;
      const workload = startWorkload(server.url, people);
      const found = await endure(proxy, workload, { seconds, rounds });
      console.table(found);
      await workload.finish();
      const comparison = await compare(db, workload.acknowledgements, smtp);
      const { hung, unexpected } = workload.acknowledgements;
      console.log({ ...comparison, hung, unexpected, isAlive: server.isAlive() });
      const isBounded = found.every(
        ({ slowestAnswerMs, recoveryMs }) =>
          slowestAnswerMs < longestAnswerMs && recoveryMs < longestRecoveryMs,
      );
      return (
        isBounded && server.isAlive() && hung + unexpected.length === 0 && isConsistent(comparison)
      );
    } finally {
      await server.end('SIGTERM');
      await proxy.close();
      await smtp.close();
      await db.destroy();
      await postgres.stop();
    }
  },
});

type Endured = {
  condition: string;
  good: number;
  refused: number;
  slowestAnswerMs: number;
  recoveryMs: number;
};

async function endure(
  proxy: { turn(condition: NetworkCondition): void },
  { acknowledgements }: Workload,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Endured[]> {
  const found: Endured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, condition } of conditions) {
      await untilSuccess(acknowledgements);
      const before = totals(acknowledgements);
      acknowledgements.slowestMs = 0;
      proxy.turn(condition);
      await wait(1_000 * seconds);
      const { good, refused } = totals(acknowledgements);
      proxy.turn({ kind: 'passes' });
      const recoveryMs = await untilSuccess(acknowledgements);
      const slowestAnswerMs = Math.round(acknowledgements.slowestMs);
      found.push({
        condition: name,
        good: good - before.good,
        refused: refused - before.refused,
        slowestAnswerMs,
        recoveryMs,
      });
    }
  }
  return found;
}

/** Milliseconds until something succeeds that has not yet. */
async function untilSuccess(acknowledgements: Acknowledgements): Promise<number> {
  const from = performance.now();
  while (acknowledgements.lastSuccessAt <= from && performance.now() - from < 90_000)
    await wait(10);
  return Math.round(performance.now() - from);
}

function totals({ statuses }: Acknowledgements): { good: number; refused: number } {
  return {
    good: (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0),
    refused: statuses.get(503) ?? 0,
  };
}
