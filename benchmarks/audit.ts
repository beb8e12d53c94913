/**
 * 1,000,000 lines of the audit log in one firm: how long the first page takes, each filter, a
 * search that finds nothing and page 200; then how long PostgreSQL chains the lines, and how long
 * their verification takes. `npm run bench -- audit`.
 */
import { performance } from 'node:perf_hooks';
import { verifyAuditLog } from '../apps/server/src/audit/chain/verify.service.ts';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { demoFirm, startDemoServer } from './support/demo-server.ts';
import { measureTimes, printTimes } from './support/measure.ts';

const lines = 1_000_000;
const rounds = 7;
const limitMs = 100;

const server = await startDemoServer();
const { actor, subject, session } = await fill();

const requests: [string, string][] = [
  ['first page', ''],
  ['page 200', '&page=200'],
  ['days', '&from=2026-05-01&to=2026-05-02'],
  ['person', `&actor=${actor}`],
  ['action', '&action=entry.corrected'],
  ['subject', `&subject=${subject}`],
  ['session', `&session=${session}`],
  ['address', '&address=10.0.0.7'],
  ['person and action', `&actor=${actor}&action=entry.recorded`],
  ['search that finds nothing', '&q=nothing%20of%20this'],
  ['search of one label', '&q=Label%20777777'],
  ['search that finds all labels', '&q=label'],
  ['search in sentences', '&q=corrected'],
  ['action, page 200', '&action=entry.corrected&page=200'],
];
console.log(
  `${lines.toLocaleString('en')} lines; milliseconds of one request after the other,`,
  `median and longest of ${rounds}`,
);
for (const [name, filter] of requests) {
  const ask = () => server.ask('GET', `audit?itemsPerPage=50${filter}`);
  printTimes(name, await measureTimes(rounds, ask), limitMs);
}
const db = connect(createPool(server.databaseUrl, { max: 1 }));
const verifiedFrom = performance.now();
const { broken } = await verifyAuditLog(db);
if (broken !== undefined) throw new Error(broken);
console.log(`  verified in ${((performance.now() - verifiedFrom) / 1000).toFixed(1)} s`);
await db.destroy();
await server.stop();

/** Lines of 20 people, 12 actions, 50,000 subjects, 2,000 sessions and 200 addresses. */
async function fill(): Promise<{ actor: string; subject: string; session: string }> {
  const { client } = server;
  await server.addAttorneys(20);
  await client.query('alter table audit_log disable trigger chain_audit_log');
  await client.query(`
    with p as (select array_agg(id) ids from users where email like '%@bench.co.za'),
      s as (select array_agg(gen_random_uuid()) ids from generate_series(1, 2000)),
      t as (select array_agg(gen_random_uuid()) ids from generate_series(1, 50000)),
      a as (select array['entry.recorded', 'entry.corrected', 'entry.deleted', 'user.updated',
        'user.signed-in', 'user.signed-out', 'matter.updated', 'export.sent', 'mail.queued',
        'list.read', 'list.exported', 'statement.sent'] names)
    insert into audit_log (at, firm_id, actor_id, action, subject_id, subject_kind, label, details,
      address, agent, session_id, request_id, rows)
    select timestamptz '2026-01-01' + n * interval '25 seconds', ${demoFirm}, p.ids[1 + n % 20],
      a.names[1 + (n * 7919::bigint) % 12], t.ids[1 + (n * 104729::bigint) % 50000], 'entry',
      'Label ' || n, '{"amount": [1, 2]}', '10.0.0.' || (n * 31) % 200, 'Bench',
      s.ids[1 + n / 500 % 2000], 'request ' || n, 1
    from p, s, t, a, generate_series(1, ${lines}) n`);
  await client.query('alter table audit_log enable trigger chain_audit_log');
  const start = performance.now();
  await client.query(`select extend_audit_chain(${demoFirm}, 0)`);
  console.log(`chained in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ actor: string; subject: string; session: string }>(
    `select actor_id as actor, subject_id as subject, session_id as session
      from audit_log where label = 'Label 500000'`,
  );
  if (!rows[0]) throw new Error('nothing was filled in');
  return rows[0];
}
