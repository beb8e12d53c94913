-- The wall behind the application's own predicates: PostgreSQL itself shows and takes only the rows of the firm that
-- `recoup.firm` names on the connection, of all firms where it says 'all', and none where it is not set (docs/decisions/0025).
-- The role that is below these policies is made at each start (platform/migrate-role.ts), because a cluster has roles, not a database.

-- The parts of an export are written before the export itself, so they cannot ask it whose they are.
alter table export_parts add column firm_id uuid;
update export_parts p set firm_id = e.firm_id from exports e where e.id = p.export_id;
alter table export_parts alter column firm_id set not null;
alter table export_parts drop constraint export_parts_export_id_fkey;
alter table export_parts add foreign key (firm_id, export_id) references exports (firm_id, id) on delete cascade deferrable initially deferred;

do $$
declare
  -- Each setting is read once a query, not once a row. A case is guessed to hold for half of the rows, however many firms
  -- there are; an `or` or an equation would be multiplied with the guess for the query's own predicate.
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else %I = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  each record;
begin
  for each in select * from (values
    ('firms', 'id'), ('firm_domains', 'firm_id'), ('users', 'firm_id'), ('disbursement_types', 'firm_id'), ('user_disbursement_types', 'firm_id'),
    ('call_fee_schedules', 'firm_id'), ('matters', 'firm_id'), ('imports', 'firm_id'), ('import_changes', 'firm_id'), ('import_mappings', 'firm_id'),
    ('entries', 'firm_id'), ('entry_days', 'firm_id'), ('exports', 'firm_id'), ('export_parts', 'firm_id'), ('mails', 'firm_id'), ('audit_log', 'firm_id')
  ) as tables (name, firm) loop
    execute format('alter table %I enable row level security', each.name);
    execute format('create policy own_firm on %I using (' || whose || ')', each.name, each.firm);
  end loop;
end $$;

-- What belongs to a firm through another row is as visible as that row.
alter table call_fee_bands enable row level security;
create policy own_firm on call_fee_bands using (exists (select from call_fee_schedules s where s.id = schedule_id));
alter table sessions enable row level security;
create policy own_firm on sessions using (exists (select from users u where u.id = user_id));
-- A challenge for an unknown e-mail is nobody's: only the calls of who is not signed in meet it.
alter table otp_challenges enable row level security;
create policy own_firm on otp_challenges using (
  exists (select from users u where u.id = user_id) or (select current_setting('recoup.firm', true)) = 'all');
alter table otp_tokens enable row level security;
create policy own_firm on otp_tokens using (exists (select from otp_challenges c where c.id = challenge_id));

-- Three questions that reach beyond the own firm. Each runs as the owner of the tables and answers that question alone.

-- Who holds a token: asked before the firm is known.
create function find_session(hash bytea, at timestamptz, idle_since timestamptz)
returns table (session_id uuid, user_id uuid, session text, role smallint, name text, email text, firm_id uuid,
  seen_at timestamptz, authenticated_at timestamptz, expires_at timestamptz)
language plpgsql stable security definer rows 1 set search_path = pg_catalog, public, pg_temp as $$
declare
  before constant text := current_setting('recoup.firm', true);
  -- An owner upon whom the policies are forced, for want of another role.
  is_below constant boolean := row_security_active('public.users');
begin
  if is_below then perform set_config('recoup.firm', 'all', true); end if;
  return query
    select s.id, u.id, s.kind, u.role, u.name, u.email, u.firm_id, s.seen_at, s.authenticated_at, s.expires_at
    from public.sessions s join public.users u on u.id = s.user_id
    where s.token_hash = hash and s.expires_at > at and s.seen_at > idle_since and u.status = 2;
  if is_below then perform set_config('recoup.firm', before, true); end if;
end $$;

-- An e-mail belongs to one person over all firms.
create function is_email_taken(address text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before constant text := current_setting('recoup.firm', true);
  is_below constant boolean := row_security_active('public.users');
  is_taken boolean;
begin
  if is_below then perform set_config('recoup.firm', 'all', true); end if;
  is_taken := exists (select from public.users where email = address);
  if is_below then perform set_config('recoup.firm', before, true); end if;
  return is_taken;
end $$;

-- The job queue keeps its tables to their owner.
create function queue_job(task text, payload json, most_attempts integer) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job(task, payload, max_attempts := most_attempts)
$$;

revoke execute on function find_session, is_email_taken, queue_job from public;
