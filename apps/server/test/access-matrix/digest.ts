import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/connections.ts';
import { restoringScript, runRestoring } from '../stored-rows.ts';

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
  /** Remembers everything as it is now, for `restore`, and returns the hashes of all tables. */
  keep(): Promise<Digest>;
  /** The hashes now, or undefined if nothing was written since the last `keep` or `restore`. */
  digestIfWritten(): Promise<Digest | undefined>;
  /** Puts back the tables that were written, those left out of the hashes too. */
  restore(): Promise<void>;
};

/** Columns are those that are written; the database itself fills the others. */
type Table = { schema: string; name: string; hasFirm: boolean; columns: string };
type Writes = ReadonlyMap<string, number>;

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
  await countWrites(db, rows);
  const hashed = rows.filter(({ name }) => !leftOut.has(name));
  let stored: Digest = new Map();
  let writes = await readWrites(db);
  const writtenSince = (now: Writes) =>
    rows.filter(({ name }) => now.get(counterName(name)) !== writes.get(counterName(name)));
  return {
    async keep() {
      await sql`create schema kept`.execute(db);
      writes = await readWrites(db);
      for (const { schema, name, columns } of rows)
        await sql
          .raw(`create table kept.${name} as select ${columns} from ${schema}.${name}`)
          .execute(db);
      stored = await hashTables(db, hashed);
      return stored;
    },
    async digestIfWritten() {
      if ((await countedWrites(db)) === writes.get(everyTable)) return undefined;
      const written = writtenSince(await readWrites(db)).filter(({ name }) => !leftOut.has(name));
      const names = new Set(written.map(({ name }) => name));
      const others = [...stored].filter(([key]) => !names.has(key.split(' ')[0] ?? ''));
      return new Map([...others, ...(await hashTables(db, written))]);
    },
    async restore() {
      // A write that comes after this line counts as one of the next request.
      const now = await readWrites(db);
      const written = writtenSince(now);
      if (written.length > 0) {
        const script = restoringScript(
          written.map(({ schema, name }) => `${schema}.${name}`),
          written.map(
            ({ schema, name, columns }) =>
              `delete from ${schema}.${name};
               insert into ${schema}.${name} (${columns})
               overriding system value select ${columns} from kept.${name}`,
          ),
        );
        await db
          .connection()
          .execute((connection) =>
            runRestoring((statements) => sql.raw(statements).execute(connection), script),
          );
      }
      writes = now;
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

async function hashTables(db: Db, tables: readonly Table[]): Promise<Digest> {
  if (tables.length === 0) return new Map();
  const hashes = tables.map((table) => hashOf(table)).join(' union all ');
  const { rows } = await sql<{
    table: string;
    firm: string;
    hash: string;
  }>`${sql.raw(hashes)}`.execute(db);
  return new Map(rows.map(({ table, firm, hash }) => [`${table} ${firm}`, hash]));
}

/** The sequence that counts the writes to all tables that are hashed. */
const everyTable = 'every table';

/** A line of the audit log and its link of the chain are put back together. */
function counterName(table: string): string {
  return table.startsWith('audit_') ? 'audit_log' : table;
}

/** Counts statements that write to a table, also by a cascade or before a rollback. */
async function countWrites(db: Db, tables: readonly Table[]): Promise<void> {
  await sql`create schema writes`.execute(db);
  await sql`
    create function writes.count() returns trigger language plpgsql security definer as '
    begin
      for i in 0 .. tg_nargs - 1 loop perform nextval(tg_argv[i]::regclass); end loop;
      return null;
    end'`.execute(db);
  for (const name of new Set([everyTable, ...tables.map((table) => counterName(table.name))]))
    await sql`create sequence writes.${sql.id(name)}`.execute(db);
  for (const { schema, name } of tables) {
    const counters = [counterName(name), ...(leftOut.has(name) ? [] : [everyTable])].map(
      (each) => `'writes."${each}"'`,
    );
    await sql`create trigger watched after insert or update or delete or truncate
      on ${sql.id(schema, name)} for each statement
      execute function writes.count(${sql.raw(counters.join(', '))})`.execute(db);
  }
}

/** By the name of the counter; nothing for a table that was never written. */
async function readWrites(db: Db): Promise<Writes> {
  const { rows } = await sql<{ name: string; writes: number }>`
    select sequencename as name, last_value as writes from pg_sequences
    where schemaname = 'writes' and last_value is not null`.execute(db);
  return new Map(rows.map(({ name, writes }) => [name, writes]));
}

/** The writes to all tables that are hashed, by the cheapest query. */
async function countedWrites(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ writes: number }>`
    select last_value as writes from writes."every table" where is_called`.execute(db);
  return rows[0]?.writes;
}
