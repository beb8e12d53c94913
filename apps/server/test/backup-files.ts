import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { restore } from '../src/backup/backup.ts';
import { excludedTables } from '../src/backup/table-copy.ts';
import { copyDatabase } from './database.ts';

/** A backup by `write`, and a migrated database that no altered copy of it may fill. */
export function useBackup(write: (file: string) => Promise<unknown>) {
  const ctx = { folder: '', url: '', digest: {}, drop: async () => {} };
  const file = () => path.join(ctx.folder, 'whole.backup');
  beforeAll(async () => {
    ctx.folder = await mkdtemp(path.join(tmpdir(), 'recoup-backup-'));
    await write(file());
    Object.assign(ctx, await copyDatabase(inject('databaseUrl')));
    ctx.digest = await digestOf(ctx.url);
  });
  afterAll(async () => {
    await ctx.drop();
    await rm(ctx.folder, { recursive: true });
  });
  return {
    file,
    /** The error for a changed copy, of which nothing is restored. */
    refusalOf: async (change: (bytes: Buffer) => Buffer): Promise<string> => {
      const changed = path.join(ctx.folder, 'changed.backup');
      await writeFile(changed, change(await readFile(file())));
      const refusal = await restore(ctx.url, { file: changed }).then(
        () => 'restored',
        (error: Error) => error.message,
      );
      expect(await digestOf(ctx.url)).toEqual(ctx.digest);
      return refusal;
    },
  };
}

/** A migrated database of its own without a row. */
export async function onEmpty<T>(work: (url: string) => Promise<T>): Promise<T> {
  const copy = await copyDatabase(inject('databaseUrl'));
  try {
    return await work(copy.url);
  } finally {
    await copy.drop();
  }
}

/** Of every table its count of rows and a hash of them, and what guards them. */
export async function digestOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and not relname = any ($1)
     order by 1`,
    [['kysely_migration', 'kysely_migration_lock', ...excludedTables]],
  );
  const digest: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ all: string }>(
      `select count(*) || ' ' ||
         coalesce(md5(string_agg(t::text, E'\\n' order by t::text collate "C")), '') as all
       from "${name}" t`,
    );
    digest[name] = rows[0]?.all ?? '';
  }
  const { rows: guards } = await client.query<{
    all: string;
  }>(`select string_agg(line, E'\\n' order by line) as all from (
    select concat(conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) as line
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat(tgrelid::regclass, tgname, tgenabled)
    from pg_trigger where not tgisinternal
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat(relname, relrowsecurity, relforcerowsecurity)
    from pg_class where relnamespace = 'public'::regnamespace) as lines`);
  const { rows: next } = await client.query<{
    value: string;
  }>(`select string_agg(last_value::text, ' ' order by sequencename) as value
    from pg_sequences where schemaname = 'public'`);
  await client.end();
  return { ...digest, guards: guards[0]?.all ?? '', sequences: next[0]?.value ?? '' };
}

/** A file with other content and a right checksum. */
export function rewritten(change: (text: string) => string): (bytes: Buffer) => Buffer {
  return rewrittenWhole((text, said) => ({ content: change(text), said }));
}

type Said = Record<string, number>;

function rewrittenWhole(
  change: (text: string, said: Said) => { content: string; said: Said },
): (bytes: Buffer) => Buffer {
  return (bytes) => {
    const text = gunzipSync(bytes).toString();
    const at = text.lastIndexOf('\n', text.length - 2) + 1;
    const { rows } = JSON.parse(text.slice(at)) as { rows: Said }; // as `writeBackup` wrote it
    const { content, said } = change(text.slice(0, at), rows);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return gzipSync(`${content}${JSON.stringify({ rows: said, sha256 })}\n`);
  };
}

/** A backup with another header, other rows of tables or another last line. */
export function crafted(
  change: (parts: { head: Head; rows: Map<string, string[]>; said: Said }) => void,
) {
  return rewrittenWhole((text) => {
    const lines = text.split('\n');
    const head = JSON.parse(lines.shift() ?? '') as Head; // as `writeBackup` wrote it
    const rows = new Map(
      head.tables.map(({ name }) => [name, lines.splice(0, lines.indexOf('\\.') + 1).slice(0, -1)]),
    );
    const said = Object.fromEntries([...rows].map(([name, { length }]) => [name, length]));
    const parts = { head, rows, said };
    change(parts);
    const content = head.tables.map(({ name }) => [...(rows.get(name) ?? []), '\\.\n'].join('\n'));
    return { content: `${JSON.stringify(head)}\n${content.join('')}`, said };
  });
}

type Head = {
  migrations: string[];
  tables: { name: string; columns: string[] }[];
  sequences: object[];
};
