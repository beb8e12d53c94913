import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aBusyFirm, type BusyFirm } from '../../../test/busy-firm.ts';
import { createAllFirmsScope, createFirmScope } from '../core/actor.ts';
import { connect, type Db, withoutFirm, withScope } from './connections.ts';
import { createPool } from './pool.ts';

/** Tables that no firm owns. A new one needs a reason in decision 0025. */
const ofNobody = [
  'holds',
  'installation_runs',
  'limits',
  'road_failures',
  'server_keys',
  'write_probes',
];
/** Every firm reads all of it. */
const ofAll = ['vat_rates'];

const test = useApp();
const firms: { a?: BusyFirm; b?: BusyFirm } = {};
const idOf = (which: 'a' | 'b'): string => firms[which]?.firm.id ?? '';
const below = (which: 'a' | 'b'): Db => withScope(test.db, createFirmScope(idOf(which)));

beforeAll(async () => {
  firms.a = await aBusyFirm(test, 'Alpha');
  firms.b = await aBusyFirm(test, 'Bravo');
});

type Table = { name: string; column: string; hasFirm: boolean; isWalled: boolean; isView: boolean };

async function listTables(): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, c.relkind = 'v' as "isView",
      c.relrowsecurity
        and exists (select from pg_policy p where p.polrelid = c.oid) as "isWalled",
      exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'firm_id') as "hasFirm",
      (select attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as column
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and c.relname not like 'kysely%'
    order by 1`.execute(test.db);
  return rows;
}

const readable = async (): Promise<Table[]> =>
  (await listTables()).filter(({ name }) => ![...ofNobody, ...ofAll].includes(name));
const writable = async (): Promise<Table[]> =>
  (await readable()).filter(({ name, isView }) => !isView && !name.startsWith('audit_'));

async function rowsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{
    row: string;
  }>`select t::text as row from ${sql.id(table)} t order by 1`.execute(db);
  return rows.map(({ row }) => row);
}

it('has a policy on every table but those that no firm owns', async () => {
  const bare = (await listTables())
    .filter(({ isWalled, isView }) => !isWalled && !isView)
    .map(({ name }) => name);
  expect(bare).toEqual(ofNobody);
});

describe('without any predicate', () => {
  it('shows each firm only its own rows of every table', async () => {
    for (const { name, hasFirm } of await readable()) {
      const [all, a, b] = [
        await rowsOf(test.db, name),
        await rowsOf(below('a'), name),
        await rowsOf(below('b'), name),
      ];
      expect([name, a.length > 0, b.length > 0]).toEqual([name, true, true]);
      expect([name, a.filter((row) => b.includes(row))]).toEqual([name, []]);
      if (!hasFirm) continue;
      expect([name, a]).toEqual([name, all.filter((row) => row.includes(idOf('a')))]);
      expect([name, b]).toEqual([name, all.filter((row) => row.includes(idOf('b')))]);
    }
  });

  it('shows every row to the scope of all firms', async () => {
    const everywhere = withScope(test.db, createAllFirmsScope());
    for (const { name } of await readable())
      expect([name, await rowsOf(everywhere, name)]).toEqual([name, await rowsOf(test.db, name)]);
  });

  it('shows nothing, and fails nothing, before a firm is named', async () => {
    const fresh = connect(createPool(test.databaseUrl, { max: 1 }));
    await rowsOf(fresh, 'limits');
    for (const { name } of await readable())
      expect([name, await rowsOf(withoutFirm(fresh), name)]).toEqual([name, []]);
    await fresh.destroy();
  });

  it('reaches no row of another firm with a change', async () => {
    for (const { name, column } of await writable()) {
      const all =
        await sql`update ${sql.id(name)} set ${sql.id(column)} = ${sql.id(column)}`.execute(
          below('a'),
        );
      expect([name, Number(all.numAffectedRows)]).toEqual([
        name,
        (await rowsOf(below('a'), name)).length,
      ]);
    }
  });
});

describe('a write into another firm', () => {
  it('is rejected in what all firms read', async () => {
    const rate = sql`insert into vat_rates (valid_from, basis_points) values ('2030-01-01', 1600)`;
    expect(await codeOf(rate.execute(below('a')))).toBe('42501');
  });

  it('is rejected in every table that names the firm', async () => {
    for (const { name, hasFirm } of await writable()) {
      if (!hasFirm) continue;
      const move = sql`update ${sql.id(name)} set firm_id = ${idOf('b')}`.execute(below('a'));
      expect([name, await codeOf(move)]).toEqual([name, '42501']);
    }
    const rename = sql`update firms set id = ${idOf('b')}`.execute(below('a'));
    expect(await codeOf(rename)).toBe('42501');
  });

  it('is rejected where the row belongs to a firm through another one', async () => {
    const { attorney } = firms.b ?? {};
    const session = sql`insert into sessions (id, user_id, token_hash, kind, expires_at)
      values (gen_random_uuid(), ${attorney?.id}, sha256('known'), 'full',
        now() + interval '1 day')`.execute(below('a'));
    expect(await codeOf(session)).toBe('42501');
    const { rows } = await sql<{
      id: string;
    }>`select id from call_fee_schedules where firm_id = ${idOf('b')}`.execute(test.db);
    const band = sql`insert into call_fee_bands
        (firm_id, schedule_id, position, start_minute, end_minute, additional_minutes, charge_cents)
      values (${idOf('b')}, ${rows[0]?.id}, 5, 0, 1, 0, 1)`.execute(below('a'));
    expect(await codeOf(band)).toBe('42501');
  });

  it('cannot rewrite the audit log, not even the own firm’s', async () => {
    for (const table of ['audit_log', 'audit_chain', 'audit_heads'])
      expect(
        await codeOf(sql`update ${sql.id(table)} set firm_id = firm_id`.execute(below('a'))),
      ).toBe('42501');
  });
});

it('deletes no row of another firm', async () => {
  const { numAffectedRows } = await sql`delete from sessions`.execute(below('a'));
  expect([Number(numAffectedRows), await rowsOf(below('a'), 'sessions')]).toEqual([2, []]);
  expect(await rowsOf(below('b'), 'sessions')).toHaveLength(2);
});

async function codeOf(query: Promise<unknown>): Promise<string | undefined> {
  return query.then(
    () => undefined,
    (error: { code: string }) => error.code,
  );
}
