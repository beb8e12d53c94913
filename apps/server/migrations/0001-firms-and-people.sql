-- Firms, the people who work in them, and how those sign in.
create extension if not exists pg_trgm;

create table firms (
  id uuid primary key,
  name text not null check (char_length(name) between 5 and 100),
  logo bytea,
  csv_delimiter text not null default ',' check (csv_delimiter in (',', ';')),
  admin_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table firm_domains (
  firm_id uuid not null references firms (id) on delete cascade,
  position smallint not null check (position between 1 and 3),
  domain text not null check (domain = lower(domain)),
  primary key (firm_id, position),
  -- An e-mail's domain decides the firm, so a domain has one firm.
  constraint firm_domains_domain_key unique (domain)
);

create table users (
  id uuid primary key,
  firm_id uuid references firms (id),
  role smallint not null check (role in (0, 1, 10)),
  name text not null,
  email text not null check (email = lower(email)),
  cell text not null check (cell = '' or cell ~ '^0[0-9]{9}$'),
  status smallint not null check (status in (0, 1, 2)),
  password_hash text,
  password_reset_required boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint users_email_key unique (email),
  unique (firm_id, id),
  -- The system administrator stands outside of every firm; everybody else is in exactly one.
  check ((role = 10) = (firm_id is null))
);

alter table firms add constraint firms_admin_is_of_the_firm foreign key (id, admin_id) references users (firm_id, id);

create index users_by_status on users (firm_id, role, status, lower(name), id);
create index users_by_name on users (firm_id, role, lower(name), id);
create index users_search on users using gin ((lower(name || E'\n' || email || E'\n' || cell)) gin_trgm_ops);
create index firms_by_name on firms (lower(name), id);
create index firms_search on firms using gin (lower(name) gin_trgm_ops);
create index firm_domains_search on firm_domains using gin (domain gin_trgm_ops);

-- Only hashes of tokens are kept: whoever reads the table cannot sign in.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  kind text not null check (kind in ('full', 'restricted', 'reset')),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  authenticated_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id, created_at);
create index sessions_by_expiry on sessions (expires_at);

create table otp_challenges (
  id uuid primary key,
  -- Null for an unknown e-mail: such a challenge costs and answers the same, and opens nothing.
  user_id uuid references users (id) on delete cascade,
  token_hash bytea not null unique,
  code_hash text not null,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create index otp_challenges_by_user on otp_challenges (user_id, created_at);
create index otp_challenges_by_expiry on otp_challenges (expires_at);

-- Counters of failed attempts and spent messages, shared by all processes.
create table limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  blocked_until timestamptz,
  primary key (key, window_start)
);
create index limits_by_window on limits (window_start);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  firm_id uuid references firms (id),
  actor_id uuid references users (id),
  action text not null,
  subject_id uuid,
  details jsonb not null default '{}',
  address text,
  request_id text
);
create index audit_log_by_firm on audit_log (firm_id, at);
create index audit_log_by_subject on audit_log (subject_id, at);
