import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/connections.ts';

/** Tables that a rejected request may write, and why. */
const leftOut = new Map([
  ['limits', 'failed attempts are counted, which is what they are for'],
  ['audit_chain', 'follows the lines of the audit log'],
  ['audit_heads', 'follows the lines of the audit log'],
  ['kysely_migration', 'the history of the schema'],
  ['kysely_migration_lock', 'the history of the schema'],
]);

/** The owner of a row without a `firm_id`; '-' for none. */
const ownerOf: Record<string, string> = {
  firms: 't.id',
  sessions: '(select firm_id from users u where u.id = t.user_id)',
  known_places: '(select firm_id from users u where u.id = t.user_id)',
  otp_challenges: '(select firm_id from users u where u.id = t.user_id)',
  second_factors: '(select firm_id from users u where u.id = t.user_id)',
  recovery_codes: '(select firm_id from users u where u.id = t.user_id)',
  logon_challenges: '(select firm_id from users u where u.id = t.user_id)',
  _private_jobs: `coalesce(t.payload->>'firmId',
    (select firm_id from mails m where m.id = (t.payload->>'mailId')::uuid)::text)`,
};

/** A wrong code counts as a try, of which there are five. */
const rowOf: Record<string, string> = { otp_challenges: `(to_jsonb(t) - 'tries')` };

/** Lines of the audit log about what was read or refused are no changes. */
const whereOf: Record<string, string> = {
  audit_log: `where t.outcome = 'done' and t.action !~ '[.](sent|exported|read|signed-in)$'`,
};

/** A hash over all rows of a table that belong to a firm, by `table firm`. */
export type Digest = ReadonlyMap<string, string>;

export type Tables = {
  /** The hashes of all tables, by one statement. */
  digest(): Promise<Digest>;
  /**
   * Counts the statements that wrote to any of the tables, rolled back or not: as long as it stands
   * still, nothing has changed.
   */
  countWrites(): Promise<number>;
  /** Remembers everything as it is now, for `restore`. */
  keep(): Promise<void>;
  restore(): Promise<void>;
};

/** Columns are those that are written; the database itself fills the others. */
type Table = { schema: string; name: string; hasFirm: boolean; columns: string };

/** A table that a migration adds is watched by itself. */
export async function watchTables(db: Db): Promise<Tables> {
  const { rows } = await sql<Table>`
    select t.schemaname as schema, t.tablename as name,
      bool_or(c.column_name = 'firm_id') as "hasFirm",
      string_agg(quote_ident(c.column_name), ', ')
        filter (where c.is_generated = 'NEVER') as columns
    from pg_tables t
    join information_schema.columns c
      on c.table_schema = t.schemaname and c.table_name = t.tablename
    where t.schemaname = 'public' or t.tablename = '_private_jobs'
    group by 1, 2 order by 2`.execute(db);
  const tables = rows.filter(({ name }) => !leftOut.has(name));
  await countWritesOf(db, tables);
  const hashes = tables.map((table) => hashOf(table)).join(' union all ');
  return {
    async digest() {
      const found = await sql<{
        table: string;
        firm: string;
        hash: string;
      }>`${sql.raw(hashes)}`.execute(db);
      return new Map(found.rows.map(({ table, firm, hash }) => [`${table} ${firm}`, hash]));
    },
    async countWrites() {
      const found = await sql<{
        writes: number;
      }>`select last_value as writes from watched_writes`.execute(db);
      return found.rows[0]?.writes ?? 0;
    },
    async keep() {
      await sql`create schema kept`.execute(db);
      for (const { schema, name, columns } of rows)
        await sql
          .raw(`create table kept.${name} as select ${columns} from ${schema}.${name}`)
          .execute(db);
    },
    async restore() {
      const back = rows.map(
        ({ schema, name, columns }) =>
          `delete from ${schema}.${name};
           insert into ${schema}.${name} (${columns})
           overriding system value select ${columns} from kept.${name};`,
      );
      // As a replica, PostgreSQL runs neither triggers nor foreign keys.
      await sql
        .raw(`begin; set local session_replication_role = replica; ${back.join(' ')} commit`)
        .execute(db);
    },
  };
}

/** What differs, but for the rows of one firm. */
export function changedBetween(before: Digest, after: Digest, exceptFirm?: string): string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.filter(
    (key) =>
      before.get(key) !== after.get(key) &&
      !(exceptFirm !== undefined && key.endsWith(` ${exceptFirm}`)),
  );
}

function hashOf({ schema, name, hasFirm }: Table): string {
  const owner = hasFirm ? 't.firm_id' : (ownerOf[name] ?? 'null');
  const row = `${rowOf[name] ?? 't'}::text`;
  return `select '${name}' as "table", coalesce(${owner}::text, '-') as firm,
      md5(string_agg(md5(${row}), '' order by ${row})) as hash
    from ${schema}.${name} t ${whereOf[name] ?? ''} group by 2`;
}

/** A sequence keeps what a rolled-back transaction has counted. */
async function countWritesOf(db: Db, tables: readonly Table[]): Promise<void> {
  await sql`create sequence watched_writes`.execute(db);
  await sql`
    create function count_write() returns trigger language plpgsql security definer as
    'begin perform nextval(''public.watched_writes''); return null; end'`.execute(db);
  for (const { schema, name } of tables) {
    const on = sql.raw(`${schema}.${name}`);
    await sql`create trigger watched after insert or update or delete on ${on}
      for each statement execute function count_write()`.execute(db);
  }
}
