-- Keys with which a firm's directory adds, changes and ends people (docs/decisions/0092).
alter table api_keys drop constraint api_keys_scopes_check,
  add constraint api_keys_scopes_check check (cardinality(scopes) >= 1
    and scopes <@ array['read', 'capture', 'import', 'export', 'provision']);

-- As in 0065. The scope `provision` outlives the maker of its key: who leaves must not end what ends the others.
create or replace function find_api_key(hash bytea, at timestamptz)
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
    select k.id, k.name, case when m.works then k.scopes else array['provision'] end, k.created_at, k.last_used_at,
      u.id, case when m.works then u.role else 1::smallint end, u.name, u.email, k.firm_id,
      m.works and u.password_reset_required,
      exists (select from public.second_factors x where x.user_id = u.id and x.confirmed_at is not null),
      case when m.works and f.factor_policy in ('all', 'admins') then f.factor_from end
    from public.api_keys k join public.users u on u.firm_id = k.firm_id and u.id = k.user_id
      join public.firms f on f.id = k.firm_id
      cross join lateral (select u.status = 2 and u.role = 1
        and exists (select from public.firm_domains d where d.domain = split_part(u.email, '@', 2) and d.firm_id = k.firm_id)
        -- As a sign-in: an earlier admin has none, and one who was named a moment ago may have it.
        and (coalesce(f.admin_id, u.id) = u.id or u.invited_at > now() - interval '1 hour') as works) m
    where k.token_hash = hash and (k.expires_at is null or k.expires_at > at) and (m.works or 'provision' = any (k.scopes));
  if is_below then perform set_config('recoup.firm', before, true); end if;
end $$;
