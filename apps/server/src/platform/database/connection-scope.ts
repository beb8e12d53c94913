import type pg from 'pg';
import type { Scope } from '../core/actor.ts';

/** The rows that a connection shows: of a firm, of all firms, or (`any`) of its last scope. */
export type ConnectionScope = Scope | 'any';

/** The scope that each connection has entered. */
export const scopes = new WeakMap<pg.PoolClient, string>();

/** A round trip only where the connection has another scope. */
export async function enterScope(client: pg.PoolClient, scope: ConnectionScope): Promise<void> {
  const current = scopes.get(client);
  if (current === undefined) await enterRole(client);
  const next = scope === 'any' ? (current ?? '') : nameOf(scope);
  if (next !== current) await setScope(client, next);
}

/** The owner's connections show all firms, also where the policies hold for the owner. */
export async function enterAllFirms(client: pg.PoolClient): Promise<void> {
  if (!scopes.has(client)) await setScope(client, 'all');
}

async function setScope(client: pg.PoolClient, scope: string): Promise<void> {
  const text = `select set_config('recoup.firm', $1, false)`;
  await client.query({ name: 'scope', text, values: [scope] });
  scopes.set(client, scope);
}

/** A firm's id, or `all`. */
export function nameOf(scope: Scope): string {
  return scope.firmId ?? 'all';
}

/** The right to enter a role, which PostgreSQL 16 distinguishes from membership. */
export const settingRole = `case when current_setting('server_version_num')::int < 160000
  then 'member' else 'set' end`;

/**
 * The role below the policies (`app-role.ts`). Without it they hold for the owner, or the server
 * rejects.
 */
async function enterRole(client: pg.PoolClient): Promise<void> {
  await client.query(`select set_config('role', rolname, false) from pg_roles
    where rolname = 'recoup_app' and pg_has_role(oid, ${settingRole})`);
  const { rows } = await client.query<{ isRlsActive: boolean }>(
    `select row_security_active('public.users') as "isRlsActive"`,
  );
  if (rows[0]?.isRlsActive !== true)
    throw new Error('the policies of the database do not hold for this connection');
}
