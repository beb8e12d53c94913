/**
 * What row-level security costs: the same calls below the policies and past them, in turns, on one
 * database with 30 firms of 1,000 entries and one of 30,000 matters and 60,000 entries. `npm run
 * bench -- rls-overhead`; ratios are with / without, so 1.05 is 5 % slower.
 */
import { performance } from 'node:perf_hooks';
import { role } from '@recoup/contract/core/access';
import { apiRoot } from '@recoup/contract/core/endpoint';
import pg from 'pg';
import { createSession } from '../apps/server/src/account/session/sessions.service.ts';
import { buildApp } from '../apps/server/src/app.ts';
import { connect, type Db } from '../apps/server/src/platform/database/connections.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { oddPool } from '../apps/server/test/odd-connections.ts';
import { median, startTemporaryPostgres } from './support/measure.ts';

const small = { firms: 30, matters: 400, entries: 1_000 };
const large = { firms: 1, matters: 30_000, entries: 60_000 };
const runs = { small: 40, large: 9 };
const loadRounds = 3;
const loadRequests = 240;

type Ask = { path: string; body?: object; accept?: string };
const file = Array.from(
  { length: 200 },
  (_, row) => `B${row + 1},Matter ${row + 1},Client ${row + 1}\n`,
).join('');
const asks: Record<string, Ask> = {
  me: { path: '/me' },
  'attorneys, first page': { path: '/users?role=0&page=1&itemsPerPage=10&sortOrderStatus=1' },
  'attorneys, search': { path: '/users?role=0&page=1&itemsPerPage=10&search=torney%201' },
  'matters, first page': { path: '/matters?page=1&itemsPerPage=10' },
  'matters, search of few': { path: '/matters?page=1&itemsPerPage=10&search=client%20237' },
  'matters, search of many': { path: '/matters?page=1&itemsPerPage=10&search=matter' },
  'entries, first page': { path: '/entries?page=1&itemsPerPage=10' },
  'entries, search of a client': { path: '/entries?page=1&itemsPerPage=10&search=client%20237' },
  'entries, search in narration': { path: '/entries?page=1&itemsPerPage=10&search=number%201777' },
  'months of all time': { path: '/recoveries' },
  'recent matters': { path: '/recent-matters' },
  'file of 200 matters, tried': {
    path: '/upload',
    body: { fileStream: `Ref,Name,Client\n${file}`, dryRun: true },
  },
  'download as CSV': { path: '/download', accept: 'text/csv' },
};
/** What pages ask all day, for the load. */
const daily = [
  'me',
  'attorneys, first page',
  'matters, search of few',
  'entries, first page',
  'months of all time',
  'recent matters',
];

type App = Awaited<ReturnType<typeof buildApp>>;
type Side = { app: App; db: Db };
type Sides = { below: Side; past: Side };

await run();

async function run(): Promise<void> {
  const postgres = await startTemporaryPostgres();
  const sides = { below: await aSide(postgres.url, false), past: await aSide(postgres.url, true) };
  try {
    const tokens = await fill(postgres.url, sides.below.db);
    await compareLoad(sides, tokens.small);
    console.log('\none request after the other, a third takes less, ms  without     with    ratio');
    await compare('a firm of 400 matters and 1,000 entries', sides, {
      tokens: tokens.small,
      times: runs.small,
    });
    await compare('a firm of 30,000 matters and 60,000 entries', sides, {
      tokens: tokens.large,
      times: runs.large,
    });
  } finally {
    for (const { app, db } of Object.values(sides)) {
      await app.close();
      await db.destroy();
    }
    await postgres.stop();
  }
}

async function aSide(url: string, isPast: boolean): Promise<Side> {
  const pool = oddPool(url, { isPastPolicies: isPast });
  const db = connect(pool);
  await migrate(db, pool);
  return { db, app: await buildApp({ db, publicUrl: 'http://bench.test' }) };
}

async function compare(
  title: string,
  sides: Sides,
  { tokens, times }: { tokens: string[]; times: number },
): Promise<void> {
  console.log(title);
  const ratios: number[] = [];
  for (const [name, ask] of Object.entries(asks)) {
    const taken: Record<keyof Sides, number[]> = { below: [], past: [] };
    const measure = async (side: keyof Sides, token: string): Promise<number> => {
      const start = performance.now();
      await send(sides[side].app, token, ask);
      return performance.now() - start;
    };
    for (const side of ['below', 'past', 'below', 'past'] as const)
      await measure(side, tokens[0] ?? '');
    for (let index = 0; index < times; index += 1) {
      const token = tokens[index % tokens.length] ?? '';
      const order = index % 2 === 0 ? (['below', 'past'] as const) : (['past', 'below'] as const);
      for (const side of order) taken[side].push(await measure(side, token));
    }
    const figures = { past: quiet(taken.past), below: quiet(taken.below) };
    const ratio = figures.below / figures.past;
    ratios.push(ratio);
    print(name, figures, () => ratio);
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  console.log(
    `  ${'all of these, geometric mean of the ratios'.padEnd(60)}${mean.toFixed(2).padStart(9)}`,
  );
}

/** Where one in three is faster: other work on the machine makes requests slower, never faster. */
function quiet(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 3)] ?? Number.NaN;
}

async function compareLoad(sides: Sides, tokens: string[]): Promise<void> {
  console.log(
    `\n${loadRequests} requests of ${tokens.length} firms, 10 at a time, requests/s,`,
    `median of ${loadRounds} rounds in turns`,
  );
  const rates: Record<keyof Sides, number[]> = { below: [], past: [] };
  for (let round = -1; round < loadRounds; round += 1) {
    for (const side of ['below', 'past'] as const) {
      const rate = await load(sides[side].app, tokens);
      if (round >= 0) rates[side].push(rate);
    }
  }
  const ratios = rates.below.map((rate, index) => (rates.past[index] ?? Number.NaN) / rate);
  print('the day’s pages, mixed', { past: median(rates.past), below: median(rates.below) }, () =>
    median(ratios),
  );
}

async function load(app: App, tokens: string[]): Promise<number> {
  let next = 0;
  const start = performance.now();
  const worker = async (): Promise<void> => {
    for (let index = next++; index < loadRequests; index = next++) {
      const ask = asks[daily[index % daily.length] ?? ''];
      if (ask) await send(app, tokens[(index * 7) % tokens.length] ?? '', ask);
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  return (loadRequests * 1000) / (performance.now() - start);
}

async function send(
  app: App,
  token: string,
  { path, body, accept = 'application/json' }: Ask,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, accept };
  const reply = await app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: apiRoot + path,
    headers,
    payload: body,
  });
  if (reply.statusCode !== 200)
    throw new Error(`${path} answered ${reply.statusCode} ${reply.body.slice(0, 200)}`);
}

function print(
  name: string,
  { past, below }: Record<keyof Sides, number>,
  ratioOf: (past: number, below: number) => number,
): void {
  const figures = [past, below]
    .map((figure) => (figure >= 1_000 ? figure.toFixed(0) : figure.toFixed(2)).padStart(9))
    .join('');
  console.log(`  ${name.padEnd(42)}${figures}${ratioOf(past, below).toFixed(2).padStart(9)}`);
}

/** Tokens of each firm's admin. */
async function fill(url: string, db: Db): Promise<{ small: string[]; large: string[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const [kind, { firms, matters, entries }] of Object.entries({ small, large })) {
    for (const statement of seed(kind, { firms, matters, entries })) await client.query(statement);
  }
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ id: string; kind: string }>(
    `select u.id, split_part(f.name, ' ', 1) as kind
      from users u join firms f on f.id = u.firm_id
      where u.role = ${role.attorneyAdmin} order by f.name`,
  );
  await client.end();
  const open = async (kind: string): Promise<string[]> =>
    Promise.all(
      rows
        .filter((row) => row.kind === kind)
        .map(async ({ id }) => createSession(db, { userId: id, kind: 'full', now: new Date() })),
    );
  return { small: await open('small'), large: await open('large') };
}

function seed(kind: string, { firms, matters, entries }: typeof small): string[] {
  const ours = `from firms f where f.name like '${kind} %'`;
  return [
    `insert into firms (id, name)
      select uuidv7(), '${kind} firm ' || n from generate_series(1, ${firms}) n`,
    `insert into firm_domains (firm_id, position, domain) select f.id, 1, f.id || '.co.za' ${ours}`,
    `insert into users (id, firm_id, role, name, email, cell, status, password_reset_required)
      select uuidv7(), f.id, case n when 0 then 1 else 0 end, 'Attorney ' || n,
        'p' || n || '@' || f.id || '.co.za', '', n % 3, false
      from (select * ${ours}) f, generate_series(0, 20) n`,
    `update users set status = 2 where role = 1`,
    `insert into disbursement_types (id, firm_id, title, fixed, calculated)
      select uuidv7(), f.id, t, false, true
      from (select * ${ours}) f, unnest(array['Call', 'Copies', 'Postage']) t`,
    `insert into user_disbursement_types (firm_id, user_id, disbursement_type_id, position)
      select u.firm_id, u.id, t.id, row_number() over (partition by u.id)
      from users u join disbursement_types t on t.firm_id = u.firm_id
      where u.role = 0 on conflict do nothing`,
    `insert into matters (id, firm_id, number, description, client, status)
      select uuidv7(), f.id, 'B' || n, 'Matter ' || n, 'Client ' || n, 'Open'
      from (select * ${ours}) f, generate_series(1, ${matters}) n`,
    `insert into entries (id, firm_id, attorney_id, matter_id, disbursement_type_id, date, minutes,
        amount_cents, narration, created_by)
      select uuidv7(), f.id, a.ids[1 + n % 20],
        m.ids[1 + (n * 7919::bigint) % ${matters}], t.ids[1 + n % 3],
        current_date - (n * 31::bigint % 1096)::integer, n % 61, 3300 + n % 7000,
        'Telephone call number ' || n, a.ids[1 + n % 20]
      from (select * ${ours}) f,
        lateral (select array_agg(id order by id) ids
          from users u where u.firm_id = f.id and u.role = 0) a,
        lateral (select array_agg(id order by id) ids from matters m where m.firm_id = f.id) m,
        lateral (select array_agg(id order by id) ids
          from disbursement_types t where t.firm_id = f.id) t,
        generate_series(1, ${entries}) n`,
  ];
}
