import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Db } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { startSmtp } from '../apps/server/test/smtp.ts';
import { type Cluster, startCluster } from './cluster/cluster.ts';
import { startDirectWrites } from './cluster/direct-writes.ts';
import { type Scenario, scenarios } from './cluster/scenarios.ts';
import { ask } from './support/ask.ts';
import { compare, countLostEntries, isConsistent } from './support/compare.ts';
import { defineDrill } from './support/drill.ts';
import { startServer } from './support/server.ts';
import { staff } from './support/workers.ts';
import { type Acknowledgements, startWorkload } from './support/workload.ts';

const longestAnswerMs = 15_000;

export const drill = defineDrill({
  about:
    'Loses, freezes and cuts off PostgreSQL under load, in a cluster of Patroni, etcd and ' +
    'HAProxy. Needs root and Debian’s packages. `only` is the number of one scenario.',
  options: { ttl: 10, seconds: 60, only: 0 },
  run: async ({ ttl, seconds, only }) => {
    const chosen = scenarios.filter((_, index) => only === 0 || index === only - 1);
    const figures = await failOver({ ttl, seconds, chosen, say: console.log });
    const { rows, ...found } = figures;
    console.log(found);
    console.table(rows);
    return isSound(figures);
  },
});

type Row = {
  scenario: string;
  primaryMs: number | undefined;
  gapMs: number;
  refused: number;
  lost: number;
  slowestMs: number;
};
type Figures = Awaited<ReturnType<typeof failOver>>;

/** Runs the scenarios one after the other under the same workload. */
export async function failOver(input: {
  ttl: number;
  /** How long etcd and the standbys are away. */
  seconds: number;
  chosen: readonly Scenario[];
  say?: (row: Row) => void;
}) {
  const { ttl, seconds, chosen, say } = input;
  const cluster = await startCluster({ ttl });
  const smtp = await startSmtp();
  smtp.behave('dawdles');
  const pool = createPool(cluster.url);
  const db = connect(pool);
  const environment = { DATABASE_URL: cluster.url, SMTP_URL: smtp.url };
  const servers = cluster.webPorts.map((port) => startServer(environment, port));
  try {
    await untilReachable(pool);
    await migrate(db, pool);
    const people = await staff(db, 8 * chosen.length);
    for (const { ready } of servers) await ready;
    const workload = startWorkload(`${cluster.web}/core/api`, people, 500);
    const rows: Row[] = [];
    for (const scenario of chosen) {
      const row = await runScenario(scenario, { ...workload, cluster, db, seconds });
      rows.push(row);
      say?.(row);
    }
    await workload.finish();
    const { unexpected, hung, statuses } = workload.acknowledgements;
    const found = await compare(db, workload.acknowledgements, smtp);
    const isAlive = servers.every((server) => server.isAlive()) && (await areReady(cluster));
    return { ...found, unexpected, hung, answers: Object.fromEntries(statuses), isAlive, rows };
  } finally {
    for (const server of servers) await server.end('SIGKILL');
    await smtp.close();
    await db.destroy().catch(() => {});
    cluster.stop();
  }
}

export function isSound({ rows, unexpected, hung, answers, isAlive, ...found }: Figures): boolean {
  const isBounded = rows.every(({ lost, slowestMs }) => lost === 0 && slowestMs < longestAnswerMs);
  return isBounded && isConsistent(found) && unexpected.length + hung === 0 && isAlive;
}

type Given = { cluster: Cluster; db: Db; acknowledgements: Acknowledgements; seconds: number };

async function runScenario(scenario: Scenario, value: Given): Promise<Row> {
  const { cluster, db, acknowledgements, seconds } = value;
  const primary = await getPrimary(cluster);
  const direct = await startDirectWrites(primary.url);
  await wait(2_000);
  Object.assign(acknowledgements, { slowestMs: 0, longestGapMs: 0 });
  const refusedBefore = acknowledgements.statuses.get(503) ?? 0;
  const struckAt = performance.now();
  await scenario.strike(primary, cluster);
  const primaryMs = scenario.replaces ? await untilReplaced(cluster, primary) : undefined;
  if (scenario.lasts === true) await wait(1_000 * seconds);
  else await untilRecorded(acknowledgements);
  for (const node of cluster.nodes) node.repair();
  await cluster.untilWhole();
  await untilRecorded(acknowledgements);
  const { lost } = await direct.end((await getPrimary(cluster)).url);
  return {
    scenario: scenario.name,
    primaryMs: primaryMs === undefined ? undefined : Math.round(primaryMs - struckAt),
    gapMs: Math.round(acknowledgements.longestGapMs),
    refused: (acknowledgements.statuses.get(503) ?? 0) - refusedBefore,
    lost: lost + (await countLostEntries(db, acknowledgements)),
    slowestMs: Math.round(acknowledgements.slowestMs),
  };
}

async function getPrimary(cluster: Cluster) {
  const primary = await cluster.findPrimary();
  if (!primary) throw new Error('there is no primary');
  return primary;
}

/** Returns when another one was the primary. @throws Error after two minutes. */
async function untilReplaced(cluster: Cluster, old: { name: string }): Promise<number> {
  for (let tries = 0; tries < 2_400; tries += 1) {
    const primary = await cluster.findPrimary();
    if (primary && primary.name !== old.name) return performance.now();
    await wait(50);
  }
  throw new Error('the primary was not replaced');
}

/** Until a request that began from now on has succeeded, for two minutes at most. */
async function untilRecorded(acknowledgements: Acknowledgements): Promise<void> {
  const from = performance.now();
  while (acknowledgements.lastSuccessAt <= from && performance.now() - from < 120_000)
    await wait(20);
}

async function areReady({ webPorts }: Cluster): Promise<boolean> {
  const answers = await Promise.all(webPorts.map((port) => ask(`http://127.0.0.1:${port}/readyz`)));
  return answers.every(({ status }) => status === 200);
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
