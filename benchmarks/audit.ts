/**
 * 1,000,000 lines of the audit log in one firm: how long the first page takes, each filter, a
 * search that finds nothing and page 200; then how long PostgreSQL chains the lines, and how long
 * their verification takes. `npm run bench -- audit`.
 */
import { performance } from 'node:perf_hooks';
import { accountEndpoints } from '@recoup/contract/account/endpoints';
import pg from 'pg';
import { verifyAuditLog } from '../apps/server/src/audit/chain/verify.service.ts';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { demoFirmAdmins } from '../apps/server/src/seeds/demo-people.ts';
import {
  builtServer,
  median,
  startProcess,
  startTemporaryPostgres,
  stopProcess,
} from './support/measure.ts';

const lines = 1_000_000;
const rounds = 7;
const limitMs = 100;

const postgres = await startTemporaryPostgres();
const recoup = await startProcess(
  builtServer,
  { DATABASE_URL: postgres.url, RECOUP_DEMO: '1', PORT: '0' },
  /Recoup is ready at (\S+)/,
);
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
const { email, password } = demoFirmAdmins.lerato;
const logon = await fetch(`${recoup.said}/core/api/logon`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password }),
});
const { token } = accountEndpoints.logon.replies[200].parse(await logon.json());
const firm = `(select firm_id from users where email = '${email}')`;
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
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const start = performance.now();
    const reply = await fetch(`${recoup.said}/core/api/audit?itemsPerPage=50${filter}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
    if (round > 0) times.push(performance.now() - start);
  }
  const verdict = median(times) < limitMs ? '' : `   over ${limitMs} ms`;
  const [middle, longest] = [median(times), Math.max(...times)];
  const figures = [middle, longest].map((ms) => ms.toFixed(1).padStart(8)).join(' ');
  console.log(`  ${name.padEnd(30)} ${figures}${verdict}`);
}
const db = connect(createPool(postgres.url, { max: 1 }));
const verifiedFrom = performance.now();
const { broken } = await verifyAuditLog(db);
if (broken !== undefined) throw new Error(broken);
console.log(`  verified in ${((performance.now() - verifiedFrom) / 1000).toFixed(1)} s`);
await db.destroy();
await client.end();
await stopProcess(recoup.child);
await postgres.stop();

/** Lines of 20 people, 12 actions, 50,000 subjects, 2,000 sessions and 200 addresses. */
async function fill(): Promise<{ actor: string; subject: string; session: string }> {
  await client.query(`insert into users (id, firm_id, role, name, email, cell, status)
    select uuidv7(), ${firm}, 0, 'Attorney ' || n, 'attorney' || n || '@bench.co.za', '', 2
    from generate_series(1, 20) n`);
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
    select timestamptz '2026-01-01' + n * interval '25 seconds', ${firm}, p.ids[1 + n % 20],
      a.names[1 + (n * 7919::bigint) % 12], t.ids[1 + (n * 104729::bigint) % 50000], 'entry',
      'Label ' || n, '{"amount": [1, 2]}', '10.0.0.' || (n * 31) % 200, 'Bench',
      s.ids[1 + n / 500 % 2000], 'request ' || n, 1
    from p, s, t, a, generate_series(1, ${lines}) n`);
  await client.query('alter table audit_log enable trigger chain_audit_log');
  const start = performance.now();
  await client.query(`select extend_audit_chain(${firm}, 0)`);
  console.log(`chained in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ actor: string; subject: string; session: string }>(
    `select actor_id as actor, subject_id as subject, session_id as session
      from audit_log where label = 'Label 500000'`,
  );
  if (!rows[0]) throw new Error('nothing was filled in');
  return rows[0];
}
