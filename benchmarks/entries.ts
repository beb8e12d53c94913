/**
 * 1,000,000 entries in one firm (20 attorneys, 5,000 matters, 3 years): how long the server takes
 * for the pages of the list, with count and sum, and for the months of the chart; and what the same
 * sums cost PostgreSQL without `entry_days`. `npm run bench entries`, another size behind it.
 */
import { performance } from 'node:perf_hooks';
import { demoFirm, startDemoServer } from './support/demo-server.ts';
import { measureTimes, printTimes } from './support/measure.ts';

const entries = Number(process.argv[2] ?? 1_000_000);
const rounds = 7;
const limitMs = 100;

const server = await startDemoServer();
const { attorney, matter, type } = await fill();
const from = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);

const requests: [string, string][] = [
  ['list, first page', 'entries?page=1&itemsPerPage=10'],
  ['list, page 1,000 of 20', 'entries?page=1000&itemsPerPage=20'],
  ['list, last page', `entries?page=${Math.floor(entries / 20)}&itemsPerPage=20`],
  ['list of an attorney', `entries?attorney=${attorney}&page=1&itemsPerPage=10`],
  ['list of a matter', `entries?matter=${matter}&page=1&itemsPerPage=10`],
  [
    'list of a type in a year',
    `entries?disbursementType=${type}&from=${from}&page=1&itemsPerPage=10`,
  ],
  ['list, search of a client', 'entries?search=Client%204711&page=1&itemsPerPage=10'],
  ['list, search in narrations', 'entries?search=number%20777777&page=1&itemsPerPage=10'],
  ['list, search that finds all', 'entries?search=call&page=1&itemsPerPage=10'],
  ['months of a year', `recoveries?from=${from}`],
  ['months of all time', 'recoveries'],
  ['recent matters', 'recent-matters'],
];
console.log(
  `${entries.toLocaleString('en')} entries; milliseconds of one request after the other,`,
  `median and longest of ${rounds}`,
);
for (const [name, path] of requests)
  printTimes(name, await measureTimes(rounds, () => server.ask('GET', path)), limitMs);
const floors: [string, string][] = [
  ['count and sum', `select count(*), sum(amount_cents) from entries where firm_id = ${demoFirm}`],
  [
    'months',
    `select to_char(date, 'YYYY-MM'), disbursement_type_id, sum(amount_cents)
      from entries where firm_id = ${demoFirm} group by 1, 2`,
  ],
];
console.log('without entry_days, PostgreSQL alone:');
for (const [name, sql] of floors)
  printTimes(name, await measureTimes(rounds, () => server.client.query(sql)));
await server.stop();

/** Attorneys, matters and entries of the demo firm; names that are asked for afterwards. */
async function fill(): Promise<{ attorney: string; matter: string; type: string }> {
  const { client } = server;
  const start = performance.now();
  await server.addAttorneys(20);
  await client.query(`insert into matters (id, firm_id, number, description, client, status)
    select uuidv7(), ${demoFirm}, 'B' || n, 'Matter of the bench ' || n, 'Client ' || n, 'Open'
    from generate_series(1, 5000) n`);
  await client.query(`
    with a as (select array_agg(id) ids from users where email like 'attorney%@bench.co.za'),
      m as (select array_agg(id) ids from matters where number like 'B%' and firm_id = ${demoFirm}),
      t as (select array_agg(id) ids from disbursement_types where firm_id = ${demoFirm})
    insert into entries (id, firm_id, attorney_id, matter_id, disbursement_type_id, date, minutes,
      amount_cents, narration, created_by)
    select uuidv7(), ${demoFirm}, a.ids[1 + n % 20], m.ids[1 + (n * 7919::bigint) % 5000],
      t.ids[1 + n % cardinality(t.ids)], current_date - (n * 31::bigint % 1096)::integer,
      n % 61, 3300 + n % 7000, 'Telephone call number ' || n, a.ids[1 + n % 20]
    from generate_series(1, ${entries}) n, a, m, t`);
  await client.query('vacuum analyze');
  console.log(`filled in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  const { rows } = await client.query<{ attorney: string; matter: string; type: string }>(
    `select attorney_id as attorney, matter_id as matter, disbursement_type_id as type
      from entries where narration = 'Telephone call number 1'`,
  );
  if (!rows[0]) throw new Error('nothing was filled in');
  return rows[0];
}
