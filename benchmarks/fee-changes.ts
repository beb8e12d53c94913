/**
 * A firm of 200 attorneys with 10 types each, and 100,000 entries of 90 days: how long the preview
 * of a raise of all call fees takes, the raise, its undo, and the same with all entries priced
 * again. `npm run bench -- fee-changes`.
 */
import { performance } from 'node:perf_hooks';
import { demoFirm, startDemoServer } from './support/demo-server.ts';
import { printTimes } from './support/measure.ts';

const [attorneys, types, entries] = [200, 10, 100_000];
const rounds = 5;
const limitMs = 2000;

const server = await startDemoServer();
await fill();

const validFrom = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10);
const change = { validFrom, percent: 6, roundTo: 0.1 };
const repricing = { reprice: true, reason: 'Measured' };
const times: Record<string, number[]> = {};
for (let round = 0; round < rounds; round += 1) {
  await timed('preview', 'POST', 'rate-changes', { ...change, dryRun: true });
  await raiseAndUndo('', change);
}
for (let round = 0; round < 2; round += 1)
  await raiseAndUndo(' with all entries', { ...change, ...repricing });

console.log(
  `${attorneys} attorneys with ${types} types, ${entries.toLocaleString('en')} entries;`,
  'milliseconds, median and longest',
);
for (const [name, all] of Object.entries(times))
  printTimes(name, all, name === 'raise' || name === 'preview' ? limitMs : undefined);
await server.stop();

async function raiseAndUndo(suffix: string, body: object): Promise<void> {
  const { _id } = await timed(`raise${suffix}`, 'POST', 'rate-changes', body);
  await timed(`undo${suffix}`, 'DELETE', `rate-changes/${_id}`);
}

async function timed(
  name: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ _id: string }> {
  const start = performance.now();
  const reply = await server.ask(method, path, body);
  times[name] = [...(times[name] ?? []), performance.now() - start];
  return (JSON.parse(reply) as { data: { _id: string } }).data; // the contract's
}

/** Attorneys, types with fees and entries of the demo firm; its own fees and entries go. */
async function fill(): Promise<void> {
  const start = performance.now();
  const isOfBench = `firm_id = ${demoFirm} and email like '%@bench.co.za'`;
  await server.addAttorneys(attorneys);
  const statements = [
    `update call_fee_schedules set replaced_at = now() where firm_id = ${demoFirm}`,
    `insert into disbursement_types (id, firm_id, title, fixed, calculated)
      select uuidv7(), ${demoFirm}, 'Type of the bench ' || n, false, true
      from generate_series(1, ${types}) n`,
    `insert into user_disbursement_types (firm_id, user_id, disbursement_type_id, position)
      select u.firm_id, u.id, t.id, row_number() over (partition by u.id order by t.title)
      from users u join disbursement_types t on t.firm_id = u.firm_id and t.title like 'Type of %'
      where u.${isOfBench}`,
    `insert into call_fee_schedules (id, firm_id, user_id, disbursement_type_id, valid_from)
      select uuidv7(), firm_id, user_id, disbursement_type_id, '2000-01-01'
      from user_disbursement_types where user_id in (select id from users where ${isOfBench})`,
    `insert into call_fee_bands (firm_id, schedule_id, position, start_minute, end_minute,
        additional_minutes, charge_cents)
      select s.firm_id, s.id, b.* from call_fee_schedules s
      join users u on u.id = s.user_id and u.${isOfBench},
        (values (1, 0, 5, 0, 3300), (2, 5, 10, 0, 6600), (3, 10, 15, 0, 9900),
          (4, 15, 20, 0, 11300), (5, -1, -1, 5, 1250)) b`,
    `with s as (select array_agg(s.id) ids, array_agg(user_id) users,
          array_agg(disbursement_type_id) types
        from call_fee_schedules s join users u on u.id = s.user_id and u.${isOfBench}),
        m as (select id from matters where firm_id = ${demoFirm} limit 1)
      insert into entries (id, firm_id, attorney_id, matter_id, disbursement_type_id, date, minutes,
        amount_cents, narration, created_by, schedule_id)
      select uuidv7(), ${demoFirm}, s.users[k], m.id, s.types[k], current_date - n % 90, 1 + n % 5,
        3300, 'Telephone call number ' || n, s.users[k], s.ids[k]
      from s, m, generate_series(1, ${entries}) n
      cross join lateral (select 1 + (n * 7919::bigint) % cardinality(s.ids) as k) at`,
    'vacuum analyze',
  ];
  for (const statement of statements) await server.client.query(statement);
  console.log(`filled in ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
