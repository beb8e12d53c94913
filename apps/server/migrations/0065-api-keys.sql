-- Keys with which a firm's systems call Recoup (docs/decisions/0073). A key acts for the admin who made it.
create table api_keys (
  firm_id uuid not null references firms (id),
  id uuid not null,
  user_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  scopes text[] not null check (cardinality(scopes) >= 1 and scopes <@ array['read', 'capture', 'import', 'export']),
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id)
);
create unique index api_keys_by_name on api_keys (firm_id, lower(name));
create unique index api_keys_by_token on api_keys (token_hash);

alter table api_keys enable row level security;
create policy own_firm on api_keys using (
  case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end);

-- Whose key a request has, as `find_session` finds a session (0059). A key works while its admin may sign in as one.
create function find_api_key(hash bytea, at timestamptz)
returns table (key_id uuid, key_name text, scopes text[], created_at timestamptz, last_used_at timestamptz,
  user_id uuid, role smallint, name text, email text, firm_id uuid, must_change_password boolean,
  is_factor_on boolean, factor_from date)
language plpgsql stable security definer rows 1 set search_path = pg_catalog, public, pg_temp as $$
declare
  before constant text := current_setting('recoup.firm', true);
  -- An owner upon whom the policies are forced, for want of another role.
  is_below constant boolean := row_security_active('public.users');
begin
  if is_below then perform set_config('recoup.firm', 'all', true); end if;
  return query
    select k.id, k.name, k.scopes, k.created_at, k.last_used_at, u.id, u.role, u.name, u.email, u.firm_id,
      u.password_reset_required,
      exists (select from public.second_factors x where x.user_id = u.id and x.confirmed_at is not null),
      case when f.factor_policy in ('all', 'admins') then f.factor_from end
    from public.api_keys k join public.users u on u.firm_id = k.firm_id and u.id = k.user_id
      join public.firms f on f.id = k.firm_id
    where k.token_hash = hash and (k.expires_at is null or k.expires_at > at) and u.status = 2 and u.role = 1
      and exists (select from public.firm_domains d where d.domain = split_part(u.email, '@', 2) and d.firm_id = k.firm_id)
      -- As a sign-in: an earlier admin has none, and one who was named a moment ago may have it.
      and (coalesce(f.admin_id, u.id) = u.id or u.invited_at > now() - interval '1 hour');
  if is_below then perform set_config('recoup.firm', before, true); end if;
end $$;
revoke execute on function find_api_key from public;

-- Lines of a key name it in `session_id`.
alter table audit_log drop constraint audit_log_actor_kind_check,
  add constraint audit_log_actor_kind_check check (actor_kind in ('user', 'key', 'job', 'operator')) not valid;
