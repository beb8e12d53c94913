-- Second factors, recovery codes, and sign-ins that wait for them (docs/decisions/0067).

-- An app (totp) or a passkey. One without `confirmed_at` counts for nothing: it belongs to the session that began it.
create table second_factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null check (length(name) between 1 and 50),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- Of one that is not confirmed: its session, and the challenge of a passkey, which is used once.
  session_id uuid,
  challenge text,
  -- Encrypted with a key that the database does not have.
  sealed_secret bytea check (length(sealed_secret) <= 200),
  -- The 30 seconds of the last code; a code works once.
  last_step bigint,
  credential_id text check (length(credential_id) <= 1400),
  public_key bytea check (length(public_key) <= 1200),
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  -- The host for which browsers use the passkey.
  rp_id text,
  check ((kind = 'totp') = (sealed_secret is not null)),
  check (kind <> 'totp' or confirmed_at is null or last_step is not null),
  check (kind <> 'passkey' or confirmed_at is null
    or (credential_id is not null and public_key is not null and rp_id is not null))
);
create index second_factors_by_user on second_factors (user_id);
-- An authenticator that two people share would prove neither.
create unique index second_factors_by_credential on second_factors (credential_id) where confirmed_at is not null;

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  hash bytea not null check (length(hash) = 32),
  used_at timestamptz,
  primary key (user_id, hash)
);

-- After a right password. `password_hash` is a hash of the hash: the challenge ends with that password.
create table logon_challenges (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  password_hash bytea not null check (length(password_hash) = 32),
  passkey_challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index logon_challenges_by_user on logon_challenges (user_id);

do $$
declare
  name text;
begin
  foreach name in array array['second_factors', 'recovery_codes', 'logon_challenges'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (exists (select from users u where u.id = user_id))', name);
  end loop;
end $$;

-- Who must have a second factor, from which South African day.
alter table firms
  add column factor_policy text not null default 'off' check (factor_policy in ('off', 'admins', 'all')),
  add column factor_from date,
  add constraint factor_policy_has_day check ((factor_policy = 'off') = (factor_from is null));

-- Where a session was opened, and whether with a second factor.
alter table sessions
  add column address text,
  add column agent text,
  add column has_factor boolean not null default false;

drop function find_session(bytea, timestamptz, timestamptz);
drop function open_session(uuid, uuid, text, text, bytea, timestamptz, timestamptz, integer, text);
drop function insert_session(uuid, uuid, text, bytea, timestamptz, timestamptz, integer);

-- As in 0058, with the second factor: whether the user has one, used one in this session, and from which day the firm requires one.
create function find_session(hash bytea, at timestamptz, idle_since timestamptz)
returns table (session_id uuid, user_id uuid, session text, role smallint, name text, email text, firm_id uuid,
  seen_at timestamptz, authenticated_at timestamptz, expires_at timestamptz,
  has_factor boolean, is_factor_on boolean, factor_from date)
language plpgsql stable security definer rows 1 set search_path = pg_catalog, public, pg_temp as $$
declare
  before constant text := current_setting('recoup.firm', true);
  -- An owner upon whom the policies are forced, for want of another role.
  is_below constant boolean := row_security_active('public.users');
begin
  if is_below then perform set_config('recoup.firm', 'all', true); end if;
  return query
    select s.id, u.id, s.kind, u.role, u.name, u.email, u.firm_id, s.seen_at, s.authenticated_at, s.expires_at,
      s.has_factor, exists (select from public.second_factors x where x.user_id = u.id and x.confirmed_at is not null),
      case when f.factor_policy = 'all' or (f.factor_policy = 'admins' and u.role = 1) then f.factor_from end
    from public.sessions s join public.users u on u.id = s.user_id left join public.firms f on f.id = u.firm_id
    where s.token_hash = hash and s.expires_at > at and s.seen_at > idle_since and u.status = 2
      and (u.firm_id is null or (u.role = 2 and u.ends_on >= timezone('Africa/Johannesburg', at)::date)
        or exists (select from public.firm_domains d where d.domain = split_part(u.email, '@', 2) and d.firm_id = u.firm_id));
  if is_below then perform set_config('recoup.firm', before, true); end if;
end $$;
revoke execute on function find_session from public;

-- As in 0018, with the place and the second factor.
create function insert_session(new_id uuid, holder uuid, new_kind text, hash bytea, at timestamptz, until timestamptz, most integer,
  origin text, browser text, with_factor boolean) returns void
language sql volatile as $$
  with opened as (
    insert into sessions (id, user_id, token_hash, kind, created_at, seen_at, authenticated_at, expires_at, address, agent, has_factor)
    values (new_id, holder, hash, new_kind, at, at, at, until, origin, browser, with_factor))
  delete from sessions where id in (
    select s.id from sessions s where s.user_id = holder and s.kind <> 'reset'
    order by s.created_at desc, s.id desc
    -- The new one is not seen by its own statement, and a grant is no sign-in.
    offset case new_kind when 'reset' then most else most - 1 end)
$$;

-- As in 0058. Without its second factor, nobody who has one signs in: it may have been added since the password was compared.
create function open_session(
  new_id uuid, holder uuid, compared text, new_kind text, hash bytea, at timestamptz, until timestamptz, most integer, counted text,
  origin text, browser text, with_factor boolean) returns boolean
language plpgsql volatile as $$
declare
  is_unchanged boolean;
begin
  perform from users u where u.id = holder and u.status = 2 and u.password_hash is not distinct from compared
    and (u.firm_id is null or (u.role = 2 and u.ends_on >= timezone('Africa/Johannesburg', at)::date)
      or exists (select from firm_domains d where d.domain = split_part(u.email, '@', 2) and d.firm_id = u.firm_id))
    for no key update;
  is_unchanged := found;
  -- A statement of its own sees what was committed while the one before waited for the row.
  if is_unchanged and not with_factor then
    is_unchanged := not exists (select from second_factors x where x.user_id = holder and x.confirmed_at is not null);
  end if;
  if is_unchanged then
    perform insert_session(new_id, holder, new_kind, hash, at, until, most, origin, browser, with_factor);
  end if;
  -- What was right does not count against the network. Last, because all who sign in from one network write the same row.
  update limits set count = count - 1 where key = counted and count > 0;
  return is_unchanged;
end $$;
