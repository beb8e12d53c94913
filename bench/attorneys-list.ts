/**
 * How long the server takes for the attorneys list with 100,000 attorneys in 200 firms: `npm run bench -- attorneys-list`.
 * Ends with an error when the median of one of the requests takes 50 ms or more.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { role } from '@recoup/contract/access';
import { apiRoot } from '@recoup/contract/route';
import { openSession } from '../apps/server/src/account/sessions.ts';
import { buildApp } from '../apps/server/src/app.ts';
import { connect, createPool } from '../apps/server/src/platform/db.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';

const firms = 200;
const attorneysOfFirm = 500;
const runs = 200;
const limitMs = 50;

const requests = {
  'by status, page 1': 'sortOrderStatus=1&page=1&itemsPerPage=10',
  'by status, the last page': 'sortOrderStatus=1&page=25&itemsPerPage=20',
  'by status, turned': 'sortOrderStatus=-1&page=1&itemsPerPage=20',
  'by name': 'sortOrderName=1&page=1&itemsPerPage=20',
  'by name, turned': 'sortOrderName=-1&page=1&itemsPerPage=20',
  'search, one hit': 'search=person%204711&page=1&itemsPerPage=10&sortOrderStatus=1',
  'search, two letters': 'search=ma&page=1&itemsPerPage=10&sortOrderStatus=1',
  'search, all of them': 'search=.co.za&page=1&itemsPerPage=10&sortOrderStatus=1',
  'search, nobody': 'search=xyzzy&page=1&itemsPerPage=10&sortOrderStatus=1',
  'search by cell': 'search=0820&page=1&itemsPerPage=10&sortOrderStatus=1',
  'the firm’s 500, unpaged': '',
};

/** Names that share their syllables, as real ones do, so that a search has work to do. */
const seed = [
  `insert into firms (id, name) select gen_random_uuid(), 'Firm number ' || n from generate_series(1, ${firms}) n`,
  `insert into firm_domains (firm_id, position, domain)
    select id, 1, 'firm' || row_number() over (order by name) || '.co.za' from firms`,
  `insert into users (id, firm_id, role, name, email, cell, status, password_reset_required)
    select gen_random_uuid(), d.firm_id, case n when 0 then 1 else 0 end,
      (array['Thandi','Pieter','Ayesha','Johannes','Zanele','Riaan','Nomsa','Sipho','Mari','Kagiso'])[1 + n % 10] || ' ' ||
      (array['Mokoena','Botha','Khan','van der Merwe','Dlamini','Jacobs','Mahlangu','Naidoo','Smit'])[1 + n % 9] || ' person ' || (n * 7919) % 100000,
      'person' || n || '@' || d.domain, '08' || lpad(((n * 7919 + row_number() over ()) % 100000000)::text, 8, '0'), case n when 0 then 2 else n % 3 end, false
    from firm_domains d cross join generate_series(0, ${attorneysOfFirm}) n`,
  `insert into disbursement_types (id, firm_id, title, fixed, calculated)
    select gen_random_uuid(), id, t, false, true from firms cross join unnest(array['Call','Consultation','Photocopies','Sheriff''s fee']) t`,
  `insert into user_disbursement_types (firm_id, user_id, disbursement_type_id, position)
    select u.firm_id, u.id, t.id, row_number() over (partition by u.id order by t.title)
    from users u join disbursement_types t on t.firm_id = u.firm_id where u.role = 0`,
  'vacuum analyze',
];

await run();

async function run(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off', synchronous_commit: 'off' } });
  const pool = createPool(server.url);
  const db = connect(pool);
  try {
    await migrate(db, pool);
    for (const statement of seed) await pool.query(statement);
    const { rows } = await pool.query<{ id: string; firm: string }>(
      `select id, firm_id as firm from users where role = ${role.attorneyAdmin} order by email limit 1`,
    );
    const [admin] = rows;
    if (admin === undefined) throw new Error('nothing was seeded');
    const app = await buildApp({ db, publicUrl: 'http://bench.test' });
    const token = await openSession(db, { userId: admin.id, kind: 'full', now: new Date() });
    await measure(async (query) => {
      const url = `${apiRoot}/users?role=0&firm=${admin.firm}${query === '' ? '' : `&${query}`}`;
      const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`);
      return reply.json<{ count: number }>().count;
    });
    await app.close();
  } finally {
    await db.destroy();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(ask: (query: string) => Promise<number>): Promise<void> {
  console.log(`${firms * attorneysOfFirm} attorneys in ${firms} firms, ${runs} requests each, one after the other; ms`);
  let slowest = 0;
  for (const [name, query] of Object.entries(requests)) {
    const found = await ask(query);
    const times: number[] = [];
    for (let index = 0; index < runs; index += 1) {
      const startedAt = performance.now();
      await ask(query);
      times.push(performance.now() - startedAt);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(runs - 1, Math.floor(share * runs))] ?? 0;
    slowest = Math.max(slowest, at(0.5));
    const figures = [at(0.5), at(0.95), at(1)].map((each) => each.toFixed(1).padStart(7)).join('');
    console.log(`${name.padEnd(28)}${String(found).padStart(6)} found   p50, p95, max ${figures}`);
  }
  console.log(`Slowest median: ${slowest.toFixed(1)} ms (limit ${limitMs} ms)`);
  if (slowest >= limitMs) process.exitCode = 1;
}
