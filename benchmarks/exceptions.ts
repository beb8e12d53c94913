/**
 * The exceptions of a month of 100,000 entries: `npm run bench -- exceptions`. 100 attorneys, 5,000
 * matters, a locked half-year of 100,000 entries before it. Measured is the whole request: a page
 * of 50 with all groups, the blocking ones alone, and an attorney's own; against a bare node:http +
 * pg program with the very statements of the first. Then the first once more with a posting layout
 * that each entry is checked with.
 */
import { performance } from 'node:perf_hooks';
import { median, startTemporaryPostgres, withClient, withNewDatabase } from './support/measure.ts';
import { startBesideBare } from './support/recorder.ts';
import { type Firm, seedFirm } from './support/seed-firm.ts';

const size = { attorneys: 100, matters: 5_000, open: 100_000, locked: 100_000 };
const rounds = 9;
const limitMs = 1_000;
const month = { from: '2026-10-01', to: '2026-10-31' };

/** Calls of up to 90 minutes, mostly short. */
const insertEntries = `insert into entries (id, firm_id, attorney_id, created_by, matter_id,
    disbursement_type_id, date, minutes, amount_cents, narration, created_at, export_id,
    started_at)
  select uuidv7(), $1, a.id, a.id, m.ids[1 + (n * 7919) % $2::int], t.ids[1 + n % 3], d.day,
    size, 300 * size, 'Call about the settlement ' || n, d.day + time '15:00', $3::uuid,
    case when n % 3 = 0 then d.day + time '07:00' + make_interval(mins => 15 * (n / 3100 % 33)) end
  from generate_series(1, $4::int) n
  cross join lateral (select 1 + floor(-9 * ln(1 - ((n * 7919::bigint) % 9973) / 9973.0))::int
    as size) s
  cross join lateral (select $5::date + (n / 100) % $6::int as day) d
  join (select id, row_number() over (order by id) - 1 as place from users
    where firm_id = $1 and role = 0) a on a.place = n % ${size.attorneys},
  (select array_agg(id) as ids from matters where firm_id = $1) m,
  (select array_agg(id) as ids from disbursement_types where firm_id = $1) t`;

const postgres = await startTemporaryPostgres();
const firm = await withNewDatabase(postgres.url, (db) => seedFirm(db));
const authorization = `Bearer ${firm.token}`;
await withClient(postgres.url, async (client) => {
  await client.query('set session_replication_role = replica');
  for (const [sql, ...values] of insertions(firm)) await client.query(sql, values);
  await client.query('vacuum analyze');
});
const list = `/core/api/exceptions?from=${month.from}&to=${month.to}&itemsPerPage=50`;
const { recoup, bare, stop } = await startBesideBare(postgres.url, [
  { path: list, headers: { authorization } },
]);

const sides = {
  'same statements': async () => get(bare.url + list),
  'a page of 50': async () => get(recoup.url + list),
  'blocking ones': async () => get(`${recoup.url}${list}&level=block`),
  'of one attorney': async () => get(`${recoup.url}${list}&attorney=${firm.attorneyId}`),
};
console.log(
  `${size.open} open and ${size.locked} locked entries; milliseconds of ${rounds} requests`,
);
const found = await measure(sides);
const base = median(found.get('same statements') ?? []);
judge(found);
await checkEntries(postgres.url);
judge(await measure({ 'with a layout': sides['a page of 50'] }));
await stop();
await postgres.stop();

function judge(times: ReadonlyMap<string, number[]>): void {
  for (const [name, all] of times) {
    const isSlow = median(all) > limitMs;
    print(name, all, isSlow ? `above ${limitMs} ms` : 'ok');
    if (isSlow) process.exitCode = 1;
  }
}

/** In turns; the first two rounds do not count. */
async function measure(requests: Readonly<Record<string, () => Promise<void>>>) {
  const times = new Map<string, number[]>();
  for (let round = -2; round < rounds; round += 1)
    for (const [name, ask] of Object.entries(requests)) {
      const start = performance.now();
      await ask();
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
    }
  return times;
}

function print(name: string, all: readonly number[], verdict: string): void {
  const ms = median([...all]);
  console.log(
    `${name.padEnd(16)} ${ms.toFixed(0)} ms, longest ${Math.max(...all).toFixed(0)},`,
    `${(ms / base).toFixed(2)} x, ${verdict}`,
  );
}

async function checkEntries(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(
      `insert into posting_layout_settings (firm_id, layout, settings)
       select firm_id, 'legalsuite', jsonb_build_object('checksEntries', true,
         'accounts', jsonb_object_agg(id, '4000')) from disbursement_types group by firm_id`,
    ),
  );
}

async function get(url: string): Promise<void> {
  const reply = await fetch(url, { headers: { authorization } });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${text}`);
}

/** Every 50th matter has no attorney, every 100th closed. */
function insertions({ firmId, attorneyId }: Firm): [string, ...unknown[]][] {
  const exportId = '00000000-0000-7000-8000-000000000001';
  return [
    [
      `insert into users (id, firm_id, role, name, email, cell, status, password_reset_required)
       select uuidv7(), $1, 0, 'Attorney ' || n, 'a' || n || '@' || uuidv7(), '', 2, false
       from generate_series(2, ${size.attorneys}) n`,
      firmId,
    ],
    [
      `insert into disbursement_types (id, firm_id, title, fixed, calculated)
       select uuidv7(), $1, 'Type ' || n, false, false from generate_series(1, 3) n`,
      firmId,
    ],
    [
      `insert into matters (id, firm_id, number, description, client, status, attorney_id)
       select uuidv7(), $1, 'KM' || n, 'Transfer of Erf ' || n, 'Müller Boerdery',
         case when n % 100 = 0 then 'Closed' else 'Open' end, case when n % 50 > 0 then $2::uuid end
       from generate_series(1, ${size.matters}) n`,
      firmId,
      attorneyId,
    ],
    [insertEntries, firmId, size.matters, exportId, size.locked, '2026-04-05', 178],
    [insertEntries, firmId, size.matters, null, size.open, '2026-10-01', 31],
    [
      `insert into entry_days (firm_id, date, attorney_id, disbursement_type_id, count, minutes,
         amount_cents)
       select firm_id, date, attorney_id, disbursement_type_id, count(*), sum(minutes),
         sum(amount_cents) from entries where firm_id = $1 group by 1, 2, 3, 4`,
      firmId,
    ],
  ];
}
