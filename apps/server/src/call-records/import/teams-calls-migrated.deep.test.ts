import { sql } from 'kysely';
import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { earlierDatabase } from '../../../test/earlier-database.ts';

const leg = (minute: number, seconds: number, own: string, importId: string) => ({
  at: `2026-10-05T09:${minute}:00+00:00`,
  seconds,
  direction: 'out',
  own,
  other: '+27825550101',
  code: null,
  import: importId,
});

it('parts open calls of Teams that had one Call ID, and keeps decided ones', async () => {
  const { db, upgrade } = await earlierDatabase('0073');
  const [firmId, userId, teamsId, otherId] = [newId(), newId(), newId(), newId()];
  await sql`insert into firms (id, name) values (${firmId}, 'Mokoena Inc')`.execute(db);
  await sql`insert into users (id, firm_id, role, name, email, cell, status)
    values (${userId}, ${firmId}, 0, 'T', 't@a.co.za', '', 2)`.execute(db);
  const imports = [newId(), newId()];
  for (const [at, [sourceId, system]] of [
    [teamsId, 'teams'],
    [otherId, 'cucm'],
  ].entries()) {
    await sql`insert into call_sources (firm_id, id, system, name, created_at)
      values (${firmId}, ${sourceId}, ${system}, ${system}, now())`.execute(db);
    await sql`insert into call_imports (firm_id, id, number, source_id, user_id, sha256, created_at,
        added, extended, repeated, unanswered, internal, private)
      values (${firmId}, ${imports[at]}, ${at + 1}, ${sourceId}, ${userId}, '', now(), 0, 0, 0, 0,
        0, 0)`.execute(db);
  }
  const call = async (sourceId: string, key: string, isPrivate: boolean) => {
    const importId = sourceId === teamsId ? imports[0] : imports[1];
    const legs = {
      [`${key}-b`]: leg(20, 60, 'p@a.co.za', importId ?? ''),
      [`${key}-a`]: leg(10, 304, 't@a.co.za', importId ?? ''),
    };
    await sql`insert into call_records (firm_id, id, source_id, call_key, import_id, started_at,
        seconds, direction, own_party, other_party, legs, is_private, attorney_id)
      values (${firmId}, ${newId()}, ${sourceId}, ${key}, ${importId}, '2026-10-05T09:10:00Z', 304,
        'out', 't@a.co.za', '+27825550101', ${JSON.stringify(legs)}::jsonb, ${isPrivate},
        ${isPrivate ? userId : null})`.execute(db);
  };
  await call(teamsId, 'open', false);
  await call(teamsId, 'private', true);
  await call(otherId, 'cisco', false);
  await upgrade();
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', call_key, own_party, seconds, to_char(started_at at time zone 'UTC',
      'HH24:MI'), (select count(*) from jsonb_object_keys(legs))) as line
    from call_records order by call_key`.execute(db);
  expect(rows.map(({ line }) => line)).toEqual([
    'cisco t@a.co.za 304 09:10 2',
    'open-a t@a.co.za 304 09:10 1',
    'open-b p@a.co.za 60 09:20 1',
    'private-a t@a.co.za 304 09:10 2',
  ]);
});
