import { sql } from 'kysely';
import { lockName } from './advisory-lock.ts';
import type { Db } from './connections.ts';
import { settingRole } from './connection-scope.ts';

/**
 * Makes the role `recoup_app`, which owns nothing and is below every policy. Where the database
 * user may not make roles, the policies are forced upon that user.
 * Throws StartupError when neither is possible.
 */
export async function ensureAppRole(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Several processes may start at once.
    await lockName(trx, 'separate role');
    await sql.raw(makeRole).execute(trx);
    await sql.raw(grantTables).execute(trx);
    await sql.raw(forceElsewhere).execute(trx);
  });
}

/** Another database of the cluster may be making the role. */
const makeRole = `do $$ begin
  if to_regrole('recoup_app') is null then
    create role recoup_app nologin;
  end if;
  if not pg_has_role(to_regrole('recoup_app'), ${settingRole}) then
    execute format('grant recoup_app to %I', current_user);
  end if;
exception when insufficient_privilege or duplicate_object or unique_violation then null;
end $$`;

/**
 * A start changes no existing right. The audit log can only grow, its chain is written by a
 * function of the owner alone, and no request reads the key or ends a hold.
 */
const grantTables = `do $$ declare
  each record;
begin
  if to_regrole('recoup_app') is null then return; end if;
  if not has_schema_privilege('recoup_app', 'public', 'usage') then
    grant usage on schema public to recoup_app;
  end if;
  if not has_database_privilege('recoup_app', current_database(), 'temporary') then
    execute format('grant temporary on database %I to recoup_app', current_database());
  end if;
  for each in
    select c.oid::regclass as name, r.each as right
    from pg_class c
    cross join unnest(array['select', 'insert', 'update', 'delete']) as r (each)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and c.relname not like 'kysely%' and c.relname <> 'server_keys'
      and not (c.relname = 'audit_log' and r.each in ('update', 'delete'))
      and not (c.relname in ('audit_chain', 'audit_heads', 'holds') and r.each <> 'select')
      and (c.relkind <> 'v' or r.each = 'select')
      and not has_table_privilege('recoup_app', c.oid, r.each)
  loop
    execute format('grant %s on %s to recoup_app', each.right, each.name);
  end loop;
  for each in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and (p.prosecdef or p.proname in ('folded', 'call_of_legs', 'audit_label',
        'audit_digest', 'audit_hash', 'extend_audit_chain'))
      and not has_function_privilege('recoup_app', p.oid, 'execute')
  loop
    execute format('grant execute on function %s to recoup_app', each.name);
  end loop;
end $$`;

/** Only without the role, because a dump by the owner would need the scope. */
const forceElsewhere = `do $$ declare
  each record;
  has_role constant boolean :=
    coalesce(pg_has_role(to_regrole('recoup_app'), ${settingRole}), false);
begin
  for each in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and c.relforcerowsecurity = has_role and pg_has_role(c.relowner, 'usage')
  loop
    execute format('alter table %s %s row level security', each.name,
      case when has_role then 'no force' else 'force' end);
  end loop;
  if not has_role and not row_security_active('public.users') then
    raise exception 'The user % of the database goes past row-level security '
      'and may not make roles. Please let an administrator of the database run: '
      'create role recoup_app nologin; grant recoup_app to %;',
      current_user, quote_ident(current_user);
  end if;
end $$`;
