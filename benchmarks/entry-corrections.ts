/**
 * 500 calls of one attorney: how long the preview of their correction takes, the correction, and
 * its undo, for another matter and for another type, which prices each of them.
 * `npm run bench -- entry-corrections`.
 */
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { maxCorrectedEntries } from '@recoup/contract/entries/entry-corrections';
import { demoAttorneys } from '../apps/server/src/seeds/demo-people.ts';
import { startDemoServer } from './support/demo-server.ts';
import { median } from './support/measure.ts';

const rounds = 7;
const server = await startDemoServer();
const { entries, matter, disbursementType } = await fill();

const times: Record<string, number[]> = {};
const load = loadavg()[0] ?? 0;
for (let round = 0; round < rounds; round += 1) {
  await correctAndUndo('another matter', { entries, matter });
  await correctAndUndo('another type', { entries, disbursementType });
}
console.log(
  `${entries.length} entries; milliseconds, shortest, median and longest of ${rounds};`,
  `load of the machine before: ${load.toFixed(1)}`,
);
for (const [name, all] of Object.entries(times)) {
  const shown = [Math.min(...all), median(all), Math.max(...all)];
  console.log(`  ${name.padEnd(28)} ${shown.map((ms) => ms.toFixed(0).padStart(7)).join(' ')}`);
}
await server.stop();

async function correctAndUndo(name: string, body: object): Promise<void> {
  await timed(`preview, ${name}`, 'POST', 'entry-corrections', { ...body, dryRun: true });
  const { _id } = await timed(`correction, ${name}`, 'POST', 'entry-corrections', {
    ...body,
    reason: 'Measured',
  });
  await timed(`undo, ${name}`, 'DELETE', `entry-corrections/${_id}`);
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

/** Calls of an attorney of the demo on 50 matters, and what corrects all of them. */
async function fill() {
  const { client } = server;
  const attorney = `(select id from users where email = '${demoAttorneys.thabo.email}')`;
  const { rows: types } = await client.query<{ id: string }>(
    `select distinct t.id, t.title from call_fee_schedules s
      join disbursement_types t on t.id = s.disbursement_type_id
      join user_disbursement_types a on a.disbursement_type_id = t.id and a.user_id = s.user_id
      where s.user_id = ${attorney} and s.replaced_at is null order by t.title`,
  );
  const [call, other] = types;
  if (!call || !other) throw new Error('The demo has no attorney with two priced types.');
  const { rows } = await client.query<{ id: string }>(
    `insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id,
        date, minutes, amount_cents, narration, schedule_id)
      select uuidv7(), u.firm_id, u.id, u.id, m.ids[2 + n % 50], $1, current_date - n % 20,
        1 + n % 40, 3300, 'Call ' || n, (select id from call_fee_schedules s
          where s.user_id = u.id and s.disbursement_type_id = $1 and s.replaced_at is null limit 1)
      from users u, generate_series(1, ${maxCorrectedEntries}) n, (select array_agg(id) as ids
        from matters where firm_id = (select firm_id from users where id = ${attorney})) m
      where u.id = ${attorney} returning id`,
    [call.id],
  );
  const { rows: matters } = await client.query<{ id: string }>(
    `select (array_agg(id))[1] as id from matters
      where firm_id = (select firm_id from users where id = ${attorney})`,
  );
  await client.query('vacuum analyze');
  return {
    entries: rows.map(({ id }) => id),
    matter: matters[0]?.id ?? '',
    disbursementType: other.id,
  };
}
