-- An e-mail's domain decides the firm, so only a user whose domain belongs to the own firm has a session or opens one. The system
-- administrator has no firm.
create or replace function find_session(hash bytea, at timestamptz, idle_since timestamptz)
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
    where s.token_hash = hash and s.expires_at > at and s.seen_at > idle_since and u.status = 2
      and (u.firm_id is null
        or exists (select from public.firm_domains d where d.domain = split_part(u.email, '@', 2) and d.firm_id = u.firm_id));
  if is_below then perform set_config('recoup.firm', before, true); end if;
end $$;

create or replace function open_session(
  new_id uuid, holder uuid, compared text, new_kind text, hash bytea, at timestamptz, until timestamptz, most integer, counted text) returns boolean
language plpgsql volatile as $$
declare
  is_unchanged boolean;
begin
  perform from users u where u.id = holder and u.status = 2 and u.password_hash is not distinct from compared
    and (u.firm_id is null or exists (select from firm_domains d where d.domain = split_part(u.email, '@', 2) and d.firm_id = u.firm_id))
    for no key update;
  is_unchanged := found;
  if is_unchanged then perform insert_session(new_id, holder, new_kind, hash, at, until, most); end if;
  -- What was right does not count against the network. Last, because all who sign in from one network write the same row.
  update limits set count = count - 1 where key = counted and count > 0;
  return is_unchanged;
end $$;
