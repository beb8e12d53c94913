import { type RawBuilder, sql } from 'kysely';
import type { ExceptionQuery } from './exception-query.ts';

const startOfCall = sql`to_char(c.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Calls of a telephone system that are not recorded, and whose matter is not known. */
export function callsWithoutMatter({ calls }: ExceptionQuery): RawBuilder<unknown> {
  return sql`select 'LOOSE' as code, 'call' as kind, c.id as subject_id, c.attorney_id,
      c.day, null::uuid as export_id, '{}'::jsonb as facts,
      jsonb_build_object('start', ${startOfCall}) as shown
    from (${found(calls).loose}) c`;
}

/** Entries that are probably a call of a telephone system (D2 B11, rule 8). */
export function recordedByHandToo({ firm, calls }: ExceptionQuery): RawBuilder<unknown> {
  return sql`select 'DUPCALL' as code, 'entry' as kind, p.id as subject_id, p.attorney_id,
      p.date as day, null::uuid as export_id, jsonb_build_object('call', c.id::text) as facts,
      jsonb_build_object('start', ${startOfCall}) as shown
    from (${found(calls).pairs}) f
    join entries p on p.firm_id = ${firm.firmId} and p.id = f.entry_id
    join call_records c on c.firm_id = ${firm.firmId} and c.id = f.call_id`;
}

function found(calls: ExceptionQuery['calls']): NonNullable<ExceptionQuery['calls']> {
  if (!calls) throw new Error('calls are found before their exceptions');
  return calls;
}
