import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { createPool } from '../src/platform/database/pool.ts';
import { packageRoot } from '../src/platform/core/package-root.ts';

/** Types of the columns as the parsers of `connections.ts` return them. */
const typeOf: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  _text: 'string[]',
  date: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'Json',
};

type Column = {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isComputed: boolean;
};

/** The text of `platform/database/tables.generated.ts` for the schema that the migrations made. */
export async function tablesSource(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Column>(`
    select c.table_name as "table", c.column_name as "column", c.udt_name as "type",
      c.is_nullable = 'YES' as "isNullable",
      (c.column_default is not null or c.is_identity = 'YES') as "hasDefault",
      c.is_generated = 'ALWAYS' as "isComputed"
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.table_name not like 'kysely_%'
    order by c.table_name collate "C", c.ordinal_position`);
  const tables = groupByTable(rows);
  const names = [...tables.keys()];
  const types = names.map(
    (name) =>
      `type ${pascal(name)} = {\n${(tables.get(name) ?? []).map(columnSource).join('\n')}\n};\n`,
  );
  return `// Made from the migrations by \`npm run db:types\`; a test compares it with the database.
import type { Generated, GeneratedAlways } from 'kysely';

type Json = unknown;

${types.join('\n')}
export type Database = {
${names.map((name) => `  ${camel(name)}: ${pascal(name)};`).join('\n')}
};
`;
}

function groupByTable(rows: Column[]): Map<string, Column[]> {
  const tables = new Map<string, Column[]>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  return tables;
}

function columnSource({ column, type, isNullable, hasDefault, isComputed }: Column): string {
  const known = typeOf[type] ?? 'unknown';
  const value = `${known}${isNullable && known !== 'Json' ? ' | null' : ''}`;
  if (isComputed) return `  ${camel(column)}: GeneratedAlways<${value}>;`;
  return `  ${camel(column)}: ${hasDefault ? `Generated<${value}>` : value};`;
}

function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function pascal(name: string): string {
  return camel(`_${name}`);
}

/** Writes the file from the database that DATABASE_URL names, which has run all migrations. */
async function main(): Promise<void> {
  const { startTestDatabase } = await import('./database.ts');
  const database = await startTestDatabase();
  const pool = createPool(database.url);
  const file = join(packageRoot, 'src/platform/database/tables.generated.ts');
  writeFileSync(file, await tablesSource(pool));
  await pool.end();
  await database.stop();
  spawnSync('npx', ['biome', 'format', '--write', file], { stdio: 'inherit' });
}

if (process.argv[1]?.endsWith('generate-tables.ts') === true) await main();
