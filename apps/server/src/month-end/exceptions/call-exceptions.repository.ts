import { type RawBuilder, sql } from 'kysely';
import type { ExceptionQuery } from './exception-query.ts';

/** Calls of a telephone system that are not recorded, and whose matter is not known. */
export function callsWithoutMatter({ calls }: ExceptionQuery): RawBuilder<unknown> {
  const loose = calls.filter(({ entryId }) => entryId === undefined);
  return sql`select 'LOOSE' as code, 'call' as kind, c.id as subject_id, c.attorney_id,
      c.day, null::uuid as export_id, '{}'::jsonb as facts,
      jsonb_build_object('start', c.start) as shown
    from unnest(${loose.map(({ id }) => id)}::uuid[],
      ${loose.map(({ attorneyId }) => attorneyId)}::uuid[],
      ${loose.map(({ day }) => day)}::date[],
      ${loose.map(({ startedAt }) => startedAt.toISOString())}::text[])
      c (id, attorney_id, day, start)`;
}

/** Entries that are probably a call of a telephone system (D2 B11, rule 8). */
export function recordedByHandToo({ firm, calls }: ExceptionQuery): RawBuilder<unknown> {
  const same = calls.filter(({ entryId }) => entryId !== undefined);
  return sql`select 'DUPCALL' as code, 'entry' as kind, p.id as subject_id, p.attorney_id,
      p.date as day, null::uuid as export_id, jsonb_build_object('call', c.id) as facts,
      jsonb_build_object('start', c.start) as shown
    from unnest(${same.map(({ entryId = '' }) => entryId)}::uuid[],
      ${same.map(({ id }) => id)}::text[],
      ${same.map(({ startedAt }) => startedAt.toISOString())}::text[]) c (entry_id, id, start)
    join entries p on p.firm_id = ${firm.firmId} and p.id = c.entry_id`;
}
