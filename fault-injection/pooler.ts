import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import type { Answer } from './support/ask.ts';
import { defineDrill } from './support/drill.ts';
import {
  createLeakFinder,
  day,
  type Flow,
  flows,
  follow,
  type MarkedFirm,
  markedFirms,
} from './support/mixed-firms.ts';
import { type PgBouncer, startPgBouncer } from './support/pgbouncer.ts';
import { startPostgres } from './support/postgres.ts';
import { inTurn } from './support/processes.ts';
import { createRandom } from './support/random.ts';
import { freePort, startServer } from './support/server.ts';

const defaults = { seconds: 600, clients: 64, firms: 20, connections: 8, servers: 2, seed: 1 };
type Options = typeof defaults;

/** Of a client between two requests. */
const longestPauseMs = 400;

export const drill = defineDrill({
  about:
    'Firms at work through PgBouncer in transaction mode, with so few connections to PostgreSQL: ' +
    'none sees anything of another. Needs Debian’s package.',
  options: defaults,
  run: async (input) => {
    const figures = await workThroughPooler(input);
    console.table(figures.flows);
    console.log({ ...figures, flows: undefined });
    return isSound(figures);
  },
});

type Figures = {
  flows: Record<string, { requests: number; p50: number; p99: number; statuses: string }>;
  perSecond: number;
  /** What a firm saw of another one. */
  foreign: string[];
  /** Answers of 5xx but 503, and none at all. */
  failed: string[];
  /** Answers of 503, for each thousand: a machine with other work serves some too late. */
  refusedPerMille: number;
  mostToPostgres: number;
  mostWaiting: number;
  transactions: number;
};

/** Every flow was done, and through the pooler. */
function isSound({ foreign, failed, flows: done, ...rest }: Figures): boolean {
  const succeeded = Object.values(done).every(({ statuses }) => /\b20[01]: /.test(statuses));
  const isServed = rest.refusedPerMille < 1 && rest.transactions > 0;
  return foreign.length + failed.length === 0 && succeeded && isServed;
}

export async function workThroughPooler(value: Options): Promise<Figures> {
  const postgres = await startPostgres();
  const pool = createPool(postgres.url);
  const db = connect(pool);
  await migrate(db, pool);
  const firms = await markedFirms(db, value.firms);
  const pooler = await startPgBouncer(postgres.socket, value);
  const urls = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgres.url };
  const ports = await Promise.all(Array.from({ length: value.servers }, freePort));
  const servers = ports.map((port) => startServer(urls, port));
  try {
    for (const { ready } of servers) await ready;
    return await work(firms, pooler, { next: inTurn(servers.map(({ url }) => url)), ...value });
  } finally {
    for (const server of servers) await server.end('SIGTERM');
    await pooler.stop();
    await db.destroy();
    await postgres.stop();
  }
}

type Work = Options & { next: () => string };
type Seen = Pick<Figures, 'foreign' | 'failed'> & { answers: Map<Flow, Timed[]> };
type Timed = Pick<Answer, 'status' | 'ms'>;

async function work(firms: readonly MarkedFirm[], pooler: PgBouncer, options: Work) {
  const seen: Seen = { answers: new Map(), foreign: [], failed: [] };
  const findLeaks = createLeakFinder();
  const until = performance.now() + 1_000 * options.seconds;
  const client = async (index: number): Promise<void> => {
    const random = createRandom(options.seed * 1_000 + index);
    while (performance.now() < until) {
      await wait(random.int(longestPauseMs));
      const [firm, flow] = [random.pick(firms), random.pick(day)];
      for (const answer of await follow(flow, { url: options.next(), firm, random })) {
        note(seen, flow, answer);
        seen.foreign.push(...findLeaks(firm, answer).map((leak) => `${flow}: ${leak}`));
      }
    }
  };
  const clients = Array.from({ length: options.clients }, (_, index) => client(index));
  const [most] = await Promise.all([watch(pooler, until), ...clients]);
  const all = [...seen.answers.values()].flat();
  const refused = all.filter(({ status }) => status === 503).length;
  return {
    flows: Object.fromEntries(flows.map((flow) => [flow, summary(seen.answers.get(flow))])),
    perSecond: Math.round(all.length / options.seconds),
    foreign: seen.foreign.slice(0, 20),
    failed: seen.failed.slice(0, 20),
    refusedPerMille: (1_000 * refused) / all.length,
    ...most,
    transactions: await pooler.transactions(),
  };
}

function note({ answers, failed }: Seen, flow: Flow, { status, ms, body }: Answer): void {
  const known = answers.get(flow) ?? [];
  known.push({ status, ms });
  answers.set(flow, known);
  const isFault = status === 0 || (status >= 500 && status !== 503);
  if (isFault) failed.push(`${flow}: ${status} ${body.slice(0, 200)}`);
}

/** The most at once, looked up twice a second. */
async function watch(pooler: PgBouncer, until: number) {
  const most = { mostToPostgres: 0, mostWaiting: 0 };
  while (performance.now() < until) {
    const { toPostgres, waiting } = await pooler.count();
    most.mostToPostgres = Math.max(most.mostToPostgres, toPostgres);
    most.mostWaiting = Math.max(most.mostWaiting, waiting);
    await wait(500);
  }
  return most;
}

function summary(answers: readonly Timed[] = []): Figures['flows'][string] {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (part: number): number =>
    Math.round(times[Math.floor((times.length - 1) * part)] ?? Number.NaN);
  const statuses = new Map<number, number>();
  for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const each = [...statuses].map(([status, count]) => `${status}: ${count}`);
  return { requests: answers.length, p50: at(0.5), p99: at(0.99), statuses: each.join(', ') };
}
