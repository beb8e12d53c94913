import { newId } from '@recoup/contract/core/ids';
import type pg from 'pg';
import type { Worker } from './workers.ts';

/** `openCalls`: of further telephones, which belong to no attorney. */
export type Size = { entries: number; calls: number; openCalls: number; matters: number };

/** Full of what a spreadsheet would run and of marks that are quoted, as long as it may be. */
const narration = 'Call; "report", =1+1 and the trust account | '.repeat(23).slice(0, 1_000);
const day = `date '2026-10-01' + (n % 31)`;
const start = `((${day}) + time '06:00' + make_interval(secs => (n / 31) * 7919 % 36000))`;

/** Fills a firm: matters, entries with the longest narrations, unrecorded calls beside them. */
export async function fillFirm(pool: pg.Pool, worker: Worker, size: Size): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(insertMatters, [worker.firm, size.matters]);
    await client.query(insertEntries, [
      worker.firm,
      worker.attorney,
      worker.matter,
      worker.type,
      narration,
      size.entries,
    ]);
    const [sourceId, importId] = [newId(), newId()];
    await client.query(insertSource, [worker.firm, sourceId]);
    await client.query(insertImport, [worker.firm, importId, sourceId, worker.attorney]);
    await client.query(insertExtension, [worker.firm, worker.attorney]);
    const [all, own] = [size.calls + size.openCalls, size.calls];
    await client.query(insertCalls, [worker.firm, sourceId, importId, all, own]);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    client.release();
  }
}

const insertMatters = `
  insert into matters (id, firm_id, number, description, client, status)
  select uuidv7(), $1, 'KM' || n, 'Transfer of Erf ' || n || ', Sandton',
    'Müller Boerdery ' || n % 5000, 'Open' from generate_series(1, $2::int) n`;

const insertEntries = `
  insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id, date,
    minutes, seconds, started_at, amount_cents, narration)
  select uuidv7(), $1, $2, $2, $3, $4, ${day}, 5, 290,
    case when n % 2 = 0 then ${start} at time zone 'Africa/Johannesburg' end, n, $5
  from generate_series(1, $6::int) n`;

const insertSource = `
  insert into call_sources (firm_id, id, system, name, created_at)
  values ($1, $2, 'freepbx', 'FreePBX', now())`;

const insertImport = `
  insert into call_imports (firm_id, id, number, source_id, user_id, sha256, created_at, added,
    extended, repeated, unanswered, internal, private)
  values ($1, $2, 1, $3, $4, '', now(), 0, 0, 0, 0, 0, 0)`;

const insertExtension = `
  insert into extensions (firm_id, value, attorney_id) values ($1, '100', $2)`;

const insertCalls = `
  insert into call_records (firm_id, id, source_id, call_key, import_id, started_at, seconds,
    direction, own_party, other_party, legs)
  select $1, uuidv7(), $2, n::text, $3, ${start} at time zone 'Africa/Johannesburg', 270 + n % 40,
    'out', case when n <= $5::int then '100' else (200 + n % 40)::text end,
    '+27825550' || lpad((n % 1000)::text, 3, '0'), '{}'
  from generate_series(1, $4::int) n`;

/** Layouts with as many columns as one may have, each of which a narration does not fit. */
export function fullLayouts(): Record<string, unknown>[] {
  const fields = ['narration', 'particulars', 'description'];
  const columns = (more: object) =>
    Array.from({ length: 100 }, (_, at) => ({
      title: `Column ${at + 1}`,
      field: fields[at % fields.length],
      ...more,
    }));
  return [
    { name: 'Rejects', columns: columns({}) },
    { name: 'Cuts', columns: columns({ fit: 'cut' }) },
    {
      name: 'Filled',
      delimiter: null,
      records: 2,
      columns: columns({ fit: 'cut', width: 100 }),
    },
  ];
}
