import { sql } from 'kysely';
import { loadModule, parseSync, parsePlPgSQLSync } from 'libpg-query';
import { beforeAll, expect, inject, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { tablesWithoutFirm } from '../../../test/firm-conditions/firm-conditions.ts';
import { fieldsOf, isTree, textOf } from '../../../test/firm-conditions/statement-tree.ts';

/** The statements and expressions of a function's body, each as a statement. */
function listStatements({
  language,
  body,
  source,
}: {
  language: string;
  body: string;
  source: string;
}): string[] {
  return language === 'sql' ? [body] : expressionsWithin(parsePlPgSQLSync(source));
}

function expressionsWithin(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => expressionsWithin(each));
  if (!isTree(value)) return [];
  const expression = fieldsOf(value, 'PLpgSQL_expr');
  const query = textOf(expression?.['query']);
  if (query !== undefined) return [asStatement(query)];
  return Object.values(value).flatMap((each) => expressionsWithin(each));
}

/** An expression, or what an assignment assigns, is selected. */
function asStatement(query: string): string {
  if (/^\s*(?:select|insert|update|delete|with)\b/i.test(query)) return query;
  return `select ${query.replace(/^\s*[\w.]+\s*:=/, '')}`;
}

/** A new line needs a reason in decision 0069. */
const keyedWithoutFirm = [
  // Found before the firm is known, or of no firm.
  'firms',
  'holds',
  'installation_runs',
  'limits',
  'road_failures',
  'server_keys',
  'users',
  'vat_rates',
  'write_probes',
  // A user's, whose firm never changes.
  'known_places',
  'logon_challenges',
  'otp_challenges',
  'otp_tokens',
  'recovery_codes',
  'second_factors',
  'sessions',
  // Some rows are of no firm.
  'audit_log',
  'mails',
];

/** Each asks beyond one firm, or begins with a row whose firm is not known. */
const functionsOfAllFirms = [
  'chain_audit_log',
  'find_api_key',
  'list_shared_issuers',
  'queue_mail',
  'queue_mail_again',
];

const test = useApp();
const firmTables = new Set(inject('firmTables'));

beforeAll(loadModule);

it('begins the primary key of every table of firms’ data with the firm', async () => {
  const { rows } = await sql<{ name: string; first: string | null }>`
    select c.relname as name, (select a.attname from pg_index i
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisprimary) as first
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname not like 'kysely%' order by 1`.execute(test.db);
  const others = rows.filter(({ first }) => first !== 'firm_id').map(({ name }) => name);
  expect(others).toEqual(keyedWithoutFirm.toSorted());
});

it('names the firm in every foreign key between tables of firms’ data', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text || ': ' || pg_get_constraintdef(oid) as name
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      and not confrelid = any(${keyedWithoutFirm}::regclass[])
      and pg_get_constraintdef(oid) !~ '^FOREIGN KEY [(]firm_id, .* REFERENCES [a-z_]+[(]firm_id, '
    order by 1`.execute(test.db);
  expect(rows).toEqual([]);
});

it('has validated every foreign key', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where not convalidated`.execute(test.db);
  expect(rows).toEqual([]);
});

it('learns soon how many rows a new firm has, however many the others have', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not coalesce(c.reloptions @> array['autovacuum_analyze_scale_factor=0',
        'autovacuum_analyze_threshold=500'], false)`.execute(test.db);
  expect(rows).toEqual([]);
});

it('has no index twice', async () => {
  const { rows } = await sql<{ names: string }>`
    select string_agg(indexrelid::regclass::text, ', ') as names from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    group by indrelid, indkey, indpred::text, indexprs::text, indclass, indoption
    having count(*) > 1`.execute(test.db);
  expect(rows).toEqual([]);
});

it('names the firm in the statements of every function', async () => {
  const { rows } = await sql<{ name: string; language: string; body: string; source: string }>`
    select p.proname as name, l.lanname as language, p.prosrc as body,
      pg_get_functiondef(p.oid) as source
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
    order by 1`.execute(test.db);
  expect(rows.length).toBeGreaterThan(15);
  const faults = rows.flatMap(({ name, ...definition }) =>
    listStatements(definition).flatMap((statement) => {
      const isOfOneFirm = !functionsOfAllFirms.includes(name);
      const tables = tablesWithoutFirm(parseSync(statement), { firmTables, isOfOneFirm });
      return tables.length === 0 ? [] : [`${name}: no firm for ${tables.join(', ')}: ${statement}`];
    }),
  );
  expect(faults).toEqual([]);
});
