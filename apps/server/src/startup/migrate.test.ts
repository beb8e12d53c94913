import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, inject, it, onTestFinished, describe } from 'vitest';
import { copyDatabase } from '../../test/database.ts';
import { packageRoot } from '../platform/core/package-root.ts';
import { connect } from '../platform/database/connections.ts';
import { createPool } from '../platform/database/pool.ts';
import { migrate, splitStatements, withoutTransaction } from './migrate.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { words } from '../../test/words.ts';

/** Tables of which a firm, or all firms together, may have millions of rows. */
const largeTables = words(`
  audit_chain audit_log call_records entries entry_correction_entries entry_days export_parts
  exports import_changes mails matters rate_change_entries sessions users
`);

/** Locks that keep others from a large table while all its rows are read or written. */
function lockFaults(file: string): string[] {
  const statements = splitStatements(file.replaceAll(/--.*/g, '')).map((statement) =>
    statement.toLowerCase().replaceAll(/\s+/g, ' ').trim(),
  );
  const made = statements.flatMap((text) => /^create table (\w+)/.exec(text)?.[1] ?? []);
  const isLarge = (table = ''): boolean => largeTables.includes(table) && !made.includes(table);
  const isWhole = !file.startsWith(withoutTransaction);
  return statements.flatMap((statement, index) => {
    const before = statements.slice(0, index);
    return [
      ...indexFaults(statement, before, isLarge),
      ...alterFaults(statement, before, { isLarge, isWhole }),
      ...(/^(?:cluster|reindex (?!.*concurrently)|vacuum\b.*\bfull)/.test(statement)
        ? [`rewrites under a lock: ${statement}`]
        : []),
    ];
  });
}

type IsLarge = (table?: string) => boolean;

function indexFaults(statement: string, before: string[], isLarge: IsLarge): string[] {
  const [, concurrently, name = '', table] =
    /^create (?:unique )?index (concurrently )?(?:if not exists )?(\w+) on (\w+)/.exec(statement) ??
    [];
  if (!isLarge(table)) return [];
  if (concurrently === undefined) return [`creates ${name} without concurrently`];
  // A crash leaves an invalid index, which `if not exists` takes for the right one.
  const isDropped = before.includes(`drop index concurrently if exists ${name};`);
  return isDropped ? [] : [`does not drop what a crash left of ${name}`];
}

function alterFaults(
  statement: string,
  before: string[],
  { isLarge, isWhole }: { isLarge: IsLarge; isWhole: boolean },
): string[] {
  const [, table = '', actions = ''] =
    /^alter table (?:if exists )?(?:only )?(\w+) (.*);$/.exec(statement) ?? [];
  if (!isLarge(table)) return [];
  const isProven = before.some((text) => text.startsWith(`alter table ${table} validate`));
  return splitAtCommas(actions).flatMap((action) => {
    const fault = faultOf(action, { isWhole, isProven });
    return fault === undefined ? [] : [`${fault}: alter table ${table} ${action}`];
  });
}

const rules: { pattern: RegExp; fault: string; unless?: RegExp }[] = [
  {
    pattern: /^add (?:constraint \w+ )?(?:foreign key|check)\b/,
    unless: /\bnot valid$/,
    fault: 'reads all rows, without not valid',
  },
  {
    pattern: /^add (?:constraint \w+ )?(?:primary key|unique|exclude)\b/,
    unless: /\busing index\b/,
    fault: 'makes an index under a lock, without using index',
  },
  { pattern: /^alter (?:column )?\w+ (?:set data )?type\b/, fault: 'may write all rows again' },
  {
    pattern:
      /^add (?!(?:constraint|primary|foreign|unique|check)\b).*\b(?:check|references|unique)\b/,
    fault: 'reads all rows; add the constraint by itself, not valid',
  },
  {
    pattern: /^add .*(?:\bgenerated\b|\bserial\b|\bdefault (?!now\(\))[\w.]+\()/,
    fault: 'writes all rows again',
  },
];

function faultOf(action: string, { isWhole, isProven }: { isWhole: boolean; isProven: boolean }) {
  if (isWhole && action.startsWith('validate constraint')) {
    return 'keeps the lock of an earlier statement; validate in a file without transaction';
  }
  if (!isProven && /^alter (?:column )?\w+ set not null/.test(action)) {
    return 'reads all rows; validate a check before';
  }
  return rules.find(({ pattern, unless }) => pattern.test(action) && !unless?.test(action))?.fault;
}

/** Not at those between parentheses. */
function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    depth += Number(sign === '(') - Number(sign === ')');
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${sign}`);
  }
  return parts.map((part) => part.trim());
}

/** A database with all migrations, and a folder with them and these more. */
async function upgradeWith(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-migrations-'));
  await cp(join(packageRoot, 'migrations'), folder, { recursive: true });
  const add = async (name: string, text: string) => writeFile(join(folder, `${name}.sql`), text);
  for (const [name, text] of Object.entries(files)) await add(name, text);
  const { url, drop } = await copyDatabase(inject('databaseUrl'));
  const pool = createPool(url, { max: 1 });
  const db = connect(pool);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
    await rm(folder, { recursive: true });
  });
  const anotherProcess = async () => {
    const ownPool = createPool(url, { max: 1 });
    const own = connect(ownPool);
    try {
      await migrate(own, ownPool, folder);
    } finally {
      await own.destroy();
    }
  };
  return { pool, add, anotherProcess, upgrade: async () => migrate(db, pool, folder) };
}

async function found(pool: pg.Pool, query: string): Promise<unknown[]> {
  return (await pool.query<{ found: unknown }>(`select ${query} as found`)).rows.map(
    (row) => row.found,
  );
}

const names = `array(select name from kysely_migration where name > '9' order by name)`;

it('commits each file by itself', async () => {
  const { pool, upgrade } = await upgradeWith({
    '9001-first': 'create table first ();',
    '9002-second': 'create table second ();\nselect 1 / 0;',
    '9003-third': 'create table third ();',
  });
  await expect(upgrade()).rejects.toThrow('division by zero');
  expect(await found(pool, names)).toEqual([['9001-first']]);
  expect(await found(pool, `array[to_regclass('first'), to_regclass('second')]::text`)).toEqual([
    '{first,NULL}',
  ]);
});

it('runs a file without transaction one by one, and all of it after a crash', async () => {
  const file = (end: string) => `-- without transaction
create table if not exists told (at xid8);
insert into told values (pg_current_xact_id());
do $$ begin
  insert into told values (pg_current_xact_id());
end $$;

-- Not in a transaction.
vacuum told;
${end}`;
  const { pool, add, upgrade } = await upgradeWith({ '9001-slow': file('select 1 / 0;') });
  await expect(upgrade()).rejects.toThrow('division by zero');
  expect(await found(pool, `(select count(distinct at::text)::int from told)`)).toEqual([2]);
  expect(await found(pool, names)).toEqual([[]]);
  await add('9001-slow', file(''));
  await upgrade();
  await upgrade();
  expect(await found(pool, `(select count(distinct at::text)::int from told)`)).toEqual([4]);
  expect(await found(pool, names)).toEqual([['9001-slow']]);
});

it('waits its turn without stopping an index that is created concurrently', async () => {
  const { pool, anotherProcess } = await upgradeWith({
    '9001-table': 'create table large as select n from generate_series(1, 100000) n;',
    '9002-index': '-- without transaction\ncreate index concurrently large_by_n on large (n);',
  });
  await Promise.all([anotherProcess(), anotherProcess(), anotherProcess()]);
  expect(await found(pool, names)).toEqual([['9001-table', '9002-index']]);
  expect(
    await found(
      pool,
      `(select indisvalid from pg_index where indexrelid = 'large_by_n'::regclass)`,
    ),
  ).toEqual([true]);
});

it('begins nothing after a newer version had its turn before', async () => {
  const { pool, anotherProcess } = await upgradeWith({ '9001-table': 'create table late ();' });
  const newer = await pool.connect();
  await newer.query(`select pg_advisory_lock(hashtextextended('migrations', 0))`);
  const waiting = anotherProcess().catch(String);
  await expect
    .poll(async () => {
      const { rows } = await newer.query(
        `select from pg_stat_activity where query like '%pg_try_advisory_lock%'
          and datname = current_database() and pid <> pg_backend_pid()`,
      );
      return rows.length;
    })
    .toBe(1);
  await newer.query(`insert into kysely_migration values ('9999-from-the-future', '')`);
  newer.release(true);
  expect(await waiting).toContain('9999-from-the-future');
  expect(await found(pool, `to_regclass('late')::text`)).toEqual([null]);
});

const folder = join(packageRoot, 'migrations');
// Earlier ones are in databases that have run them, and are measured in decision 72.
const files = readdirSync(folder).filter((name) => name > '0061');

it.each(files)('%s locks no large table for long', (name) => {
  expect(lockFaults(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
});

const outside = '-- without transaction\n';

describe('what a migration may not do with a large table', () => {
  it.each([
    ['create index entries_by_x on entries (x);', /without concurrently/],
    [`${outside}create index concurrently by_x on entries (x);`, /a crash left/],
    [
      'alter table entries\n  add foreign key (firm_id, x) references users (firm_id, id);',
      /reads/,
    ],
    ['alter table matters add constraint few check (length(x) < 9);', /not valid/],
    ['alter table matters add column y integer, add check (y in (1, 2));', /not valid/],
    ['alter table entries add column x integer check (x > 0);', /by itself/],
    ['alter table entries add x uuid references users (id);', /by itself/],
    ['alter table mails add primary key (firm_id, id);', /using index/],
    ['alter table mails add constraint once unique (firm_id, id);', /using index/],
    ['alter table exports alter column sum_cents type numeric(40, 0);', /write all rows/],
    ['alter table entries alter column x set not null;', /validate a check/],
    ['alter table entries add column x uuid default gen_random_uuid();', /writes all rows/],
    ['alter table entries add column x bigint generated always as (1) stored;', /writes all rows/],
    ['alter table entries validate constraint few;', /file without transaction/],
    ['vacuum full entries;', /under a lock/],
    ['reindex table entries;', /under a lock/],
  ])('%s', (statement, fault) => {
    expect(lockFaults(statement)).toEqual([expect.stringMatching(fault)]);
  });
});

it('allows what is quick, what waits for others and what is on new tables', () => {
  const file = `${outside}
create table entries_of_today (x integer check (x > 0));
create index by_x on entries_of_today (x);
create table sessions (id uuid primary key);
create index by_id on sessions (id);
drop index concurrently if exists by_y;
create index concurrently by_y on entries (y); -- create index z on entries (z);
alter table entries add column z integer not null default 1,
  add column at timestamptz default now(),
  add constraint few check (z in (1, 2)) not valid;
alter table entries validate constraint few;
alter table entries alter column z set not null;
alter table entries add constraint entries_pkey primary key using index by_y;
alter table firms add column x integer check (x > 0);
`;
  expect(lockFaults(file)).toEqual([]);
});
