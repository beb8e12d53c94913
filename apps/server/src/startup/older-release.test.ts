import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../platform/core/package-root.ts';

beforeAll(loadModule);

/** Begins a comment above a statement: why the release before works on all the same. */
const reason = '-- The release before:';

type Tree = Record<string, unknown>;
type Command = { subtype: string; name?: string; def?: Tree };
type Part = { relation?: { relname?: string }; table?: { relname?: string } };

/**
 * Statements with which requests of the release before could fail, while it runs beside the new one
 * (docs/decisions/0095).
 */
function faultsForOlder(file: string): string[] {
  const bytes = Buffer.from(file);
  const { stmts } = parseSync(file) as {
    stmts: { stmt: Tree; stmt_location?: number; stmt_len?: number }[];
  }; // what PostgreSQL's own parser gives
  const made = new Set(stmts.flatMap(({ stmt }) => findTable(stmt.CreateStmt) ?? []));
  let end = 0;
  return stmts.flatMap(({ stmt, stmt_location: start = 0, stmt_len: length = bytes.length }) => {
    const above = bytes.subarray(end, start).toString();
    end = start + length;
    return above.includes(reason) ? [] : faultsOfStatement(stmt, made);
  });
}

function findTable(part: unknown): string | undefined {
  const { relation, table } = (part ?? {}) as Part; // each statement names its table by one of them
  return (relation ?? table)?.relname;
}

function faultsOfStatement(stmt: Tree, made: ReadonlySet<string>): string[] {
  const [[kind, body] = ['', {}]] = Object.entries(stmt);
  const table = findTable(body);
  if (table !== undefined && made.has(table)) return [];
  const details = body as Tree; // a node of the tree
  if (kind === 'AlterTableStmt') {
    const commands = details.cmds as { AlterTableCmd: Command }[]; // as the parser gives them
    return commands.flatMap(({ AlterTableCmd: command }) => {
      const fault = faultOfCommand(command);
      return fault === undefined ? [] : [`${table}: ${fault}`];
    });
  }
  return faults[kind]?.(details).map((fault) => `${table ?? 'schema'}: ${fault}`) ?? [];
}

const faults: Record<string, (details: Tree) => string[]> = {
  RenameStmt: () => ['renames what it reads'],
  DropStmt: ({ removeType }) =>
    ['OBJECT_INDEX', 'OBJECT_TRIGGER', 'OBJECT_POLICY'].includes(String(removeType))
      ? []
      : ['drops what it reads'],
  IndexStmt: ({ unique }) => (unique === true ? ['refuses rows that it writes'] : []),
  CreateTrigStmt: () => ['runs with rows that it writes'],
  CreatePolicyStmt: () => ['hides rows that it reads'],
  CreateFunctionStmt: ({ replace }) => (replace === true ? ['changes what it calls'] : []),
};

const byCommand: Record<string, string> = {
  AT_DropColumn: 'drops a column that it reads',
  AT_AlterColumnType: 'changes what its prepared statements return',
  AT_SetNotNull: 'refuses rows that it writes',
  AT_AddConstraint: 'refuses rows that it writes',
  AT_EnableRowSecurity: 'hides rows that it reads',
  AT_ForceRowSecurity: 'hides rows that it reads',
};

function faultOfCommand({ subtype, def }: Command): string | undefined {
  // Without a definition the default is dropped.
  if (subtype === 'AT_ColumnDefault') return def ? undefined : 'drops a default that it counts on';
  if (subtype !== 'AT_AddColumn') return byCommand[subtype];
  const { constraints = [] } = (def?.ColumnDef ?? {}) as {
    constraints?: { Constraint: { contype: string } }[];
  }; // a new column's definition
  const kinds = constraints.map(({ Constraint }) => Constraint.contype);
  const isNeeded = kinds.includes('CONSTR_NOTNULL') && !kinds.some((kind) => filled.has(kind));
  return isNeeded ? 'needs a column that it does not write' : undefined;
}

const filled = new Set(['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY']);

const folder = join(packageRoot, 'migrations');
// Earlier ones came with upgrades that stopped the old processes before.
const files = readdirSync(folder).filter((name) => name > '0094');

it.skipIf(files.length === 0).each(files)('%s lets the release before work on', (name) => {
  expect(faultsForOlder(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
});

describe('a migration that the release before does not bear', () => {
  it.each([
    ['alter table entries drop column x;', 'entries: drops a column that it reads'],
    ['alter table entries alter x type bigint;', /prepared statements/],
    ['alter table entries alter x set not null;', /refuses rows/],
    ['alter table entries alter x drop default;', /drops a default/],
    ['alter table entries add x integer not null;', /does not write/],
    ['alter table entries add check (x > 0);', /refuses rows/],
    ['alter table entries add z integer, add unique (z);', /refuses rows/],
    ['alter table entries enable row level security;', /hides rows/],
    ['alter table entries rename x to y;', /renames/],
    ['alter table entries rename to costs;', /renames/],
    ['alter function f() rename to g;', /renames/],
    ['drop table entries;', 'schema: drops what it reads'],
    ['drop view months;', /drops/],
    ['drop function f();', /drops/],
    ['create unique index once on entries (x);', /refuses rows/],
    ['create trigger t after insert on entries for each row execute function f();', /runs with/],
    ['create policy own on entries using (true);', /hides rows/],
    ['create or replace function f() returns int language sql as $$ select 1 $$;', /calls/],
    [`${reason} writes no x.\nselect 1;\ndrop table entries;`, /drops/],
  ])('%s', (statement, fault) => {
    expect(faultsForOlder(statement)).toEqual([expect.stringMatching(fault)]);
  });
});

it('allows what the release before does not notice', () => {
  const file = `create table visits (id uuid not null, x integer not null);
alter table visits enable row level security;
create policy own on visits using (true);
create unique index visits_once on visits (x);
alter table entries add a integer, add b text not null default '', alter c set default 1,
  alter d drop not null, drop constraint few;
create index by_a on entries (a);
drop index by_b;
create function f() returns int language sql as $$ select 1 $$;
-- é, of two bytes. The release before is not meant here.
${reason} it writes no row with this kind.
alter table entries add check (kind < 9) not valid;`;
  expect(faultsForOlder(file)).toEqual([]);
});
