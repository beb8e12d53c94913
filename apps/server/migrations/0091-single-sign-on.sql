-- Single sign-on of a firm by OpenID Connect (docs/decisions/0091).

-- The provider of a firm. The secret is sealed with a key that the database does not have. A domain counts while it is the firm's.
create table sign_ons (
  firm_id uuid primary key references firms (id),
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 200),
  sealed_secret bytea,
  domains text[] not null check (cardinality(domains) >= 1),
  links_by_email boolean not null,
  is_required boolean not null,
  -- The firm admin whose password opens the account all the same.
  password_admin uuid,
  factor_by text not null check (factor_by in ('recoup', 'provider')),
  -- Since when, how often and why the provider fails; null while it answers.
  failing_since timestamptz,
  failure text,
  failing_tries integer not null default 0,
  foreign key (firm_id, password_admin) references users (firm_id, id),
  check (not is_required or password_admin is not null)
);

-- Accounts of providers. An account counts within its firm alone, and a person has one of each provider.
create table identities (
  firm_id uuid not null references firms (id),
  id uuid not null,
  user_id uuid not null,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  created_at timestamptz not null,
  -- The last sign-in with it.
  used_at timestamptz,
  primary key (firm_id, id),
  unique (firm_id, issuer, subject),
  unique (firm_id, user_id, issuer),
  foreign key (firm_id, user_id) references users (firm_id, id)
);

-- Facts about a person beside the accounts: the id in the firm's directory, a hash of the secret of an
-- invitation, and until when a password opens the account although single sign-on is required.
create table sign_on_people (
  firm_id uuid not null references firms (id),
  user_id uuid not null,
  external_id text check (length(external_id) between 1 and 255),
  invitation_hash bytea check (length(invitation_hash) = 32),
  password_until timestamptz,
  primary key (firm_id, user_id),
  unique (firm_id, external_id),
  foreign key (firm_id, user_id) references users (firm_id, id)
);

-- Sign-ins that wait for the provider's answer, each bound to a browser by a cookie.
create table sign_on_flows (
  firm_id uuid not null references firms (id),
  id uuid not null,
  state_hash bytea not null check (length(state_hash) = 32),
  browser_hash bytea not null check (length(browser_hash) = 32),
  purpose text not null check (purpose in ('sign-in', 'link', 'confirm', 'test')),
  user_id uuid,
  session_id uuid,
  invitation_hash bytea check (length(invitation_hash) = 32),
  issuer text not null,
  client_id text not null,
  nonce text not null,
  verifier text not null,
  return_to text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The answer in a test.
  result jsonb,
  primary key (firm_id, id),
  unique (firm_id, state_hash),
  foreign key (firm_id, user_id) references users (firm_id, id),
  check ((purpose = 'sign-in') = (user_id is null))
);

-- Sign-ins that the page completes within a minute.
create table sign_on_tickets (
  firm_id uuid not null references firms (id),
  token_hash bytea not null check (length(token_hash) = 32),
  identity_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (firm_id, token_hash),
  foreign key (firm_id, identity_id) references identities (firm_id, id) on delete cascade
);

do $$
declare
  name text;
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
begin
  foreach name in array array['sign_ons', 'identities', 'sign_on_people', 'sign_on_flows', 'sign_on_tickets'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (%s)', name, whose);
  end loop;
end $$;

-- Whether a session was opened by single sign-on, and whether a sign-in that waits for its second factor was.
alter table sessions add column by_sign_on boolean not null default false;
alter table logon_challenges add column by_sign_on boolean not null default false;

-- As in 0059. Where the provider asks for the second factor, sessions by single sign-on owe none.
create or replace function find_session(hash bytea, at timestamptz, idle_since timestamptz)
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
      case when (f.factor_policy = 'all' or (f.factor_policy = 'admins' and u.role = 1))
        and not (s.by_sign_on
          and exists (select from public.sign_ons o where o.firm_id = u.firm_id and o.factor_by = 'provider'))
        then f.factor_from end
    from public.sessions s join public.users u on u.id = s.user_id left join public.firms f on f.id = u.firm_id
    where s.token_hash = hash and s.expires_at > at and s.seen_at > idle_since and u.status = 2
      and (u.firm_id is null or (u.role = 2 and u.ends_on >= timezone('Africa/Johannesburg', at)::date)
        or exists (select from public.firm_domains d where d.domain = split_part(u.email, '@', 2) and d.firm_id = u.firm_id));
  if is_below then perform set_config('recoup.firm', before, true); end if;
end $$;
