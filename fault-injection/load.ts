import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@recoup/contract/core/ids';
import { connect, type Db } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { aUser } from '../apps/server/test/factories.ts';
import { abuse } from './support/abuse.ts';
import { type Answer, ask } from './support/ask.ts';
import { defineDrill } from './support/drill.ts';
import { knownPassword } from './support/fuzz-schema.ts';
import { startPostgres } from './support/postgres.ts';
import { createRandom, type Random } from './support/random.ts';
import { freePort, type Server, startServer } from './support/server.ts';
import { workers, type Worker } from './support/workers.ts';

/** Milliseconds between two requests of one person, half as much more or less. */
const thinkMs = 1_000;
const mostRss = 512 * 1024 * 1024;
const kinds = ['reads', 'writes', 'sign-ins'] as const;
/** No bodies: an hour of them would not fit. */
type Measured = Record<(typeof kinds)[number], Pick<Answer, 'status' | 'ms'>[]>;

export const drill = defineDrill({
  about:
    'So many users at work in so many firms, alone for so many seconds and then beside a ' +
    'hostile client (`abused`).',
  options: { users: 200, firms: 50, rows: 2_000, seconds: 60, abused: 60, seed: 1 },
  run: async (options) => {
    const postgres = await startPostgres();
    const pool = createPool(postgres.url);
    const db = connect(pool);
    await migrate(db, pool);
    const people = await fill(db, pool, options);
    const { email } = await aUser(db, { password: knownPassword });
    const server = startServer({ DATABASE_URL: postgres.url }, await freePort());
    try {
      await server.ready;
      const quiet = await work(server, { people, email, ...options });
      report('people alone', quiet, options.seconds);
      const end = new AbortController();
      const hostile = abuse(server.url, people[0]?.adminToken ?? '', end.signal);
      const seconds = options.abused;
      const beside = await work(server, { people: people.slice(1), email, ...options, seconds });
      end.abort();
      report('beside abuse', beside, seconds);
      console.log(JSON.stringify(await hostile));
      const peakRss = Math.max(quiet.rss, beside.rss);
      const peakRssMiB = Math.round(peakRss / 1024 / 1024);
      const ownRssMiB = Math.round(process.resourceUsage().maxRSS / 1024);
      console.log({ peakRssMiB, ownRssMiB, isAlive: server.isAlive() });
      const isServed = [...beside.measured.reads, ...beside.measured.writes].every(
        ({ status }) => status < 500 && status > 0,
      );
      return (
        isServed &&
        server.isAlive() &&
        peakRss < mostRss &&
        percentile(beside.measured.reads, 0.99) < 1_000
      );
    } finally {
      await server.end('SIGTERM');
      await db.destroy();
      await postgres.stop();
    }
  },
});

async function fill(
  db: Db,
  pool: ReturnType<typeof createPool>,
  { firms, rows }: { firms: number; rows: number },
): Promise<Worker[]> {
  const people = await workers(db, firms);
  for (const { firm, attorney, matter, type } of people) {
    await pool.query(
      `insert into matters (id, firm_id, number, description, client, status)
      select gen_random_uuid(), $1, 'L' || n, 'Debt recovery ' || n, 'Client ' || n % 97, 'Open'
      from generate_series(1, $2::int) n`,
      [firm, rows],
    );
    await pool.query(
      `insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id,
        date, amount_cents, narration)
      select gen_random_uuid(), $1, $2, $2, $3, $4,
        date '2026-01-01' + n % 90, 100 + n, 'Call number ' || n
      from generate_series(1, $5::int) n`,
      [firm, attorney, matter, type, rows],
    );
  }
  await pool.query('analyze');
  return people;
}

type Work = {
  people: readonly Worker[];
  email: string;
  users: number;
  seconds: number;
  seed: number;
};

async function work(server: Server, { people, email, users, seconds, seed }: Work) {
  const measured: Measured = { reads: [], writes: [], 'sign-ins': [] };
  const until = performance.now() + 1_000 * seconds;
  let most = 0;
  const person = async (index: number): Promise<void> => {
    const random = createRandom(seed * 1_000 + index);
    const worker = people[index % people.length];
    if (!worker) throw new Error('nobody is there');
    while (performance.now() < until) {
      await wait(thinkMs * (0.5 + random.next()));
      const kind = random.chance(0.01)
        ? 'sign-ins'
        : random.pick(['reads', 'reads', 'reads', 'reads', 'writes'] as const);
      const { status, ms } = await step(server.url, worker, { kind, random, email });
      measured[kind].push({ status, ms });
      most = Math.max(most, server.rss());
    }
  };
  await Promise.all(Array.from({ length: users }, (_, index) => person(index)));
  return { measured, rss: most };
}

function step(
  url: string,
  worker: Worker,
  { kind, random, email }: { kind: keyof Measured; random: Random; email: string },
): Promise<Answer> {
  const { matter, type: disbursementType, attorneyToken, adminToken } = worker;
  if (kind === 'sign-ins')
    return ask(`${url}/logon`, { method: 'POST', body: { email, password: knownPassword } });
  const body = {
    _id: newId(),
    matter,
    disbursementType,
    date: '2026-03-05',
    amount: 12.5,
    narration: 'Telephone call',
  };
  if (kind === 'writes')
    return ask(`${url}/entries`, { method: 'POST', token: attorneyToken, body });
  const paths = [
    '/me',
    '/users?page=1&itemsPerPage=10',
    `/matters?search=Client%20${random.int(97)}&page=1&itemsPerPage=10`,
    '/entries?page=1&itemsPerPage=20',
  ];
  return ask(`${url}${random.pick(paths)}`, { token: adminToken });
}

function report(title: string, { measured }: { measured: Measured }, seconds: number): void {
  console.log(title);
  console.table(
    kinds.map((kind) => {
      const answers = measured[kind];
      const errors = answers.filter(({ status }) => status === 0 || status >= 400).length;
      const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) =>
        Math.round(percentile(answers, part)),
      );
      return {
        kind,
        requests: answers.length,
        perSecond: Math.round(answers.length / seconds),
        errors,
        p50,
        p95,
        p99,
      };
    }),
  );
}

function percentile(answers: Measured['reads'], part: number): number {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}
