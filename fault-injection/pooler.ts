import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Db } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { type Answer, ask, type Question } from './support/ask.ts';
import { defineDrill } from './support/drill.ts';
import { type PgBouncer, startPgBouncer } from './support/pgbouncer.ts';
import { startPostgres } from './support/postgres.ts';
import { inTurn } from './support/processes.ts';
import { createRandom, type Random } from './support/random.ts';
import { freePort, startServer } from './support/server.ts';
import { can, role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { allEndpoints } from '@recoup/contract/endpoints';
import { aUser } from '../apps/server/test/factories.ts';
import { pdfWords } from '../apps/server/test/pdf-text.ts';
import { knownPassword } from './support/fuzz-schema.ts';
import { aWorker, type Worker } from './support/workers.ts';

/** A firm whose mark stands in all its texts, and what was recorded in it. */
type MarkedFirm = Worker & { mark: string; email: string; entries: string[] };

async function markedFirms(db: Db, count: number): Promise<MarkedFirm[]> {
  const firms: MarkedFirm[] = [];
  while (firms.length < count) {
    const mark = `mark${firms.length + 1}z`;
    const worker = await aWorker(db, { hasEntry: true, mark });
    // Each sign-in may end an older one of the same person.
    const firm = { id: worker.firm, domain: `${mark}.co.za` };
    const { email } = await aUser(db, { firm, password: knownPassword, name: `Door ${mark}` });
    firms.push({ ...worker, mark, email, entries: [] });
  }
  return firms;
}

const flows = ['list', 'record', 'correct', 'import', 'export', 'file', 'sign-in'] as const;
type Flow = (typeof flows)[number];
type Asked = Question & { path: string };

/** How often of a hundred times: mostly reads, as people do. */
const shares: Record<Flow, number> = {
  list: 60,
  record: 16,
  correct: 12,
  import: 2,
  export: 2,
  file: 6,
  'sign-in': 2,
};
const day: readonly Flow[] = flows.flatMap((flow) => Array<Flow>(shares[flow]).fill(flow));

/** One request of the flow, and the requests that follow from its answer. */
async function follow(
  flow: Flow,
  { url, firm, random }: { url: string; firm: MarkedFirm; random: Random },
): Promise<Answer[]> {
  // Some of them answer with a PDF.
  const send = ({ path, ...question }: Asked) =>
    ask(url + path, { ...question, encoding: 'latin1' });
  const answer = await send(requestOf(flow, firm, random));
  if (flow === 'sign-in' && answer.status === 200) {
    const { token } = JSON.parse(answer.body) as { token: string }; // the contract's reply
    return [answer, await send({ path: '/me', token })];
  }
  if (flow === 'export' && answer.status === 201) {
    const { data } = JSON.parse(answer.body) as { data: { _id: string } }; // the contract's reply
    return [answer, await send({ path: `/exports/${data._id}/file`, token: firm.adminToken })];
  }
  return [answer];
}

function requestOf(flow: Flow, firm: MarkedFirm, random: Random): Asked {
  const { mark, adminToken: token, attorneyToken } = firm;
  const makers: Record<Flow, () => Asked> = {
    list: () => ({ path: random.pick(lists)(firm), token }),
    record: () => recordedBy(firm, random),
    correct: () => ({
      method: 'PUT',
      path: `/entries/${firm.entries.at(-1) ?? newId()}`,
      token: attorneyToken,
      body: { narration: `Corrected ${mark} ${random.int(1e6)}`, reason: 'A wrong word' },
    }),
    import: () => ({
      method: 'POST',
      path: '/imports',
      token,
      type: 'text/csv',
      // The same matters again, described differently.
      body: `Ref,Name,Client\n${rowsOf(mark, random.int(1e6))}`,
    }),
    export: () => ({ method: 'POST', path: '/exports', token, body: {} }),
    file: () => ({ ...random.pick(files), token }),
    'sign-in': () => ({
      method: 'POST',
      path: '/logon',
      body: { email: firm.email, password: knownPassword },
      from: `127.77.0.${1 + random.int(250)}`,
    }),
  };
  return makers[flow]();
}

function recordedBy(firm: MarkedFirm, random: Random): Asked {
  const { mark, matter, type: disbursementType, attorneyToken: token } = firm;
  const id = newId();
  firm.entries = [...firm.entries.slice(-9), id];
  const amount = (100 + random.int(1_000)) / 100;
  const narration = `Recorded ${mark}`;
  const body = { _id: id, matter, disbursementType, date: '2026-03-05', amount, narration };
  return { method: 'POST', path: '/entries', token, body };
}

function rowsOf(mark: string, turn: number): string {
  return Array.from(
    { length: 20 },
    (_, row) => `${mark}-${row},Case ${mark} ${turn},Client ${mark}\n`,
  ).join('');
}

const files: readonly Asked[] = [
  { path: '/fee-annexures' },
  { path: '/matter-labels' },
  { path: '/download', accept: 'application/pdf' },
  { path: '/download', accept: 'text/csv' },
  { path: '/matters', accept: 'text/csv' },
];

/** What these need to answer at all. */
const narrowed: Readonly<Record<string, (firm: MarkedFirm) => string>> = {
  '/list-views': () => '?list=entries',
  '/users/{id}/call-fees': ({ type }) => `?disbursementType=${type}`,
};

/** Every list and record that an admin may read. */
const asAdmin = { role: role.attorneyAdmin, session: 'full', owesFactor: false } as const;
const lists: readonly ((firm: MarkedFirm) => string)[] = Object.values(allEndpoints)
  .filter(
    ({ method, path, may }) =>
      method === 'GET' &&
      !/sendOtp|download|annexure|labels/.test(path) &&
      can(asAdmin, may) === 'allowed',
  )
  .map(({ path, query }) => (firm) => {
    const ids: Readonly<Record<string, string | undefined>> = {
      users: firm.attorney,
      matters: firm.matter,
      disbursements: firm.type,
      entries: firm.entries.at(-1),
    };
    const [, room = ''] = path.split('/');
    const address = path.replace('{id}', ids[room] ?? firm.firm).replace('{month}', '2026-03');
    const page = query && 'page' in query.shape ? '?page=1&itemsPerPage=20' : '';
    return `${address}${narrowed[path]?.(firm) ?? page}`;
  });

/** Finds what one firm sees of another: its mark, or an id that another firm has seen too. */
function createLeakFinder() {
  const seenBy = new Map<string, string>();
  return ({ mark }: MarkedFirm, { body }: Pick<Answer, 'body'>): string[] => {
    const text = body.startsWith('%PDF') ? pdfWords(Buffer.from(body, 'latin1')).join(' ') : body;
    const marks = (text.match(/mark\d+z/g) ?? []).filter((found) => found !== mark);
    const ids = (text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []).filter((id) => {
      const first = seenBy.get(id) ?? mark;
      seenBy.set(id, first);
      return first !== mark;
    });
    return [...marks, ...ids];
  };
}

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
