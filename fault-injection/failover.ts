import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { startSmtp } from '../apps/server/test/smtp.ts';
import { ask } from './support/ask.ts';
import { type Cluster, startCluster } from './support/cluster.ts';
import { compare, isConsistent } from './support/compare.ts';
import { defineDrill } from './support/drill.ts';
import { startServer } from './support/server.ts';
import { staff } from './support/workers.ts';
import { type Acknowledgements, startWorkload } from './support/workload.ts';

/** From the blow to the next success, the time included in which the primary is found dead. */
const longestGapMs = 15_000;

type Gap = { how: string; promotedMs: number; gapMs: number; refused: number };

export const drill = defineDrill({
  about:
    'Kills or freezes a PostgreSQL primary under load; HAProxy leads two servers to its standby. ' +
    'Needs Debian’s packages.',
  options: { rounds: 5 },
  run: async ({ rounds }) => {
    const cluster = await startCluster();
    const smtp = await startSmtp();
    smtp.behave('dawdles');
    const pool = createPool(cluster.url);
    const db = connect(pool);
    await untilReachable(pool);
    await migrate(db, pool);
    const people = await staff(db, 4 * rounds);
    const environment = { DATABASE_URL: cluster.url, SMTP_URL: smtp.url };
    const servers = cluster.webPorts.map((port) => startServer(environment, port));
    try {
      for (const { ready } of servers) await ready;
      const workload = startWorkload(`${cluster.web}/core/api`, people);
      const gaps: Gap[] = [];
      for (let round = 0; round < rounds; round += 1)
        gaps.push(await failOver(cluster, workload.acknowledgements, round));
      await workload.finish();
      const found = await compare(db, workload.acknowledgements, smtp);
      const { unexpected, hung, slowestMs, statuses } = workload.acknowledgements;
      const isAlive = servers.every((server) => server.isAlive()) && (await areReady(cluster));
      const slowestAnswerMs = Math.round(slowestMs);
      const answers = Object.fromEntries(statuses);
      console.log({ rounds, ...found, unexpected, hung, slowestAnswerMs, answers, isAlive, gaps });
      const isBounded = gaps.every(({ gapMs }) => gapMs < longestGapMs) && slowestMs < longestGapMs;
      return isConsistent(found) && unexpected.length + hung === 0 && isAlive && isBounded;
    } finally {
      for (const server of servers) await server.end('SIGKILL');
      await smtp.close();
      await db.destroy().catch(() => {});
      await cluster.stop();
    }
  },
});

async function areReady({ webPorts }: Cluster): Promise<boolean> {
  const answers = await Promise.all(webPorts.map((port) => ask(`http://127.0.0.1:${port}/readyz`)));
  return answers.every(({ status }) => status === 200);
}

/** Loses the primary under load, and rebuilds the cluster. */
async function failOver(
  cluster: Cluster,
  acknowledgements: Acknowledgements,
  round: number,
): Promise<Gap> {
  await wait(1_500 + ((round * 370) % 1_000));
  const isFrozen = round % 2 === 1;
  const refusedBefore = acknowledgements.statuses.get(503) ?? 0;
  const watching = cluster.watch();
  const struckAt = performance.now();
  cluster.primary().strike(isFrozen ? 'SIGSTOP' : 'SIGKILL');
  await watching;
  const promotedAt = performance.now();
  while (acknowledgements.lastSuccessAt <= promotedAt && performance.now() - promotedAt < 60_000)
    await wait(5);
  const gap = {
    how: isFrozen ? 'frozen' : 'killed',
    promotedMs: Math.round(promotedAt - struckAt),
    gapMs: Math.round(acknowledgements.lastSuccessAt - struckAt),
    refused: (acknowledgements.statuses.get(503) ?? 0) - refusedBefore,
  };
  console.log(
    `round ${round + 1}: ${gap.how}, promoted after ${gap.promotedMs} ms,`,
    `recorded again after ${gap.gapMs} ms, ${gap.refused} x 503`,
  );
  await cluster.rebuild();
  return gap;
}

/** HAProxy has to see the primary first. */
async function untilReachable(pool: ReturnType<typeof createPool>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isThere = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await wait(100);
  }
  throw new Error('HAProxy leads to no primary');
}
