import pg from 'pg';
import type { Scope } from '../core/actor.ts';
import { timeLimits } from './pool.ts';

/** The rows that a transaction shows: of a firm, of all firms, or of none. */
export type ConnectionScope = Scope | 'none';

/** Settings that a transaction under row-level security makes first and loses when it ends. */
export type TransactionScope = {
  role: string;
  /** A firm's id, `all`, or empty for none. */
  firm: string;
  /** Behind a pooler no statement stays prepared, and other settings are the transaction's too. */
  isPooled: boolean;
  /** While no write could be committed. */
  isReadOnly?: boolean;
};

export function firmSetting(scope: ConnectionScope): string {
  return scope === 'none' ? '' : (scope.firmId ?? 'all');
}

/** The right to enter a role, which PostgreSQL 16 distinguishes from membership. */
export const settingRole = `case when current_setting('server_version_num')::int < 160000
  then 'member' else 'set' end`;

/**
 * The role below the policies (`app-role.ts`). Without it they hold for the owner, who has no role
 * to enter.
 */
export async function findRole(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ role: string }>(`select rolname as role from pg_roles
    where rolname = 'recoup_app' and pg_has_role(oid, ${settingRole})`);
  return rows[0]?.role ?? 'none';
}

/**
 * Each later `enterScope` on the connection uses what this prepares. PostgreSQL compiles no
 * statement (`jit`): with many conditions that takes longer than to run it.
 */
export async function prepareScope(client: pg.ClientBase, scope: TransactionScope): Promise<void> {
  if (scope.isPooled) return;
  await client.query('set jit = off');
  await client.query({ name: scopeName, text: scopeText, values: scopeValues(scope) });
}

/** Writes the messages that enter the scope, but not the one that ends the transaction. */
export function enterScope(connection: pg.Connection, scope: TransactionScope): void {
  const statement = scope.isPooled ? '' : scopeName;
  if (scope.isPooled)
    connection.parse({ name: statement, text: scopeText + settings, types: [] }, true);
  connection.bind({ statement, values: scopeValues(scope) }, true);
  connection.execute({}, true);
}

/** The statements that begin a transaction in its scope. */
export function beginInScope(begin: string, scope: TransactionScope): string {
  const [role, firm, readOnly] = scopeValues(scope);
  const text = scopeSql(pg.escapeLiteral(role), pg.escapeLiteral(firm), pg.escapeLiteral(readOnly));
  return `${begin}; ${text}${scope.isPooled ? settings : ''}`;
}

/** Owners show all firms, also where the policies hold for them. */
export async function showAllFirms(client: pg.ClientBase): Promise<void> {
  await client.query(`select set_config('recoup.firm', 'all', false)`);
}

const scopeName = 'scope';
const scopeText = scopeSql('$1', '$2', '$3');
const settings = Object.entries({ ...timeLimits, jit: 'off' })
  .map(([name, value]) => `, set_config('${name}', '${value}', true)`)
  .join('');

function scopeValues({ role, firm, isReadOnly }: TransactionScope): [string, string, string] {
  return [role, firm, isReadOnly === true ? 'on' : ''];
}

/** Fails where the policies do not hold: PostgreSQL ignores what follows in the same message. */
function scopeSql(role: string, firm: string, readOnly: string): string {
  return `select set_config('role', ${role}, true), set_config('recoup.firm', ${firm}, true),
    case when not row_security_active('public.users'::regclass)
      then set_config('role', 'policies that do not hold', true) end,
    case when ${readOnly} <> '' then set_config('transaction_read_only', ${readOnly}, true) end`;
}
