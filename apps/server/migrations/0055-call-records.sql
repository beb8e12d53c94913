-- Calls as telephone systems recorded them (docs/decisions/0065).
create table call_sources (
  firm_id uuid not null references firms (id),
  id uuid not null,
  system text not null,
  name text not null check (length(name) between 1 and 60),
  -- Where the times of the system have no zone of their own.
  zone text not null default 'Africa/Johannesburg',
  outside_prefix text not null default '' check (outside_prefix ~ '^\d{0,4}$'),
  -- The columns of a file of any other system, and the hash of the header line that they were chosen for.
  mapping jsonb not null default '{}',
  header_hash bytea,
  created_at timestamptz not null,
  primary key (firm_id, id)
);
create unique index call_sources_by_name on call_sources (firm_id, lower(name));

create table call_imports (
  firm_id uuid not null,
  id uuid not null,
  number integer not null,
  source_id uuid not null,
  user_id uuid not null,
  file_name text,
  sha256 bytea not null,
  created_at timestamptz not null,
  added integer not null,
  repeated integer not null,
  unanswered integer not null,
  internal integer not null,
  private integer not null,
  undone_at timestamptz,
  undone_by uuid,
  primary key (firm_id, id),
  unique (firm_id, number),
  foreign key (firm_id, source_id) references call_sources (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id),
  foreign key (firm_id, undone_by) references users (firm_id, id),
  check ((undone_at is null) = (undone_by is null))
);

-- One row for each call; `legs` are the lines of the files that it was made of. `entry_id` is the entry that was made of the
-- call or merged with it. Without one the call is open, unless it is private. `entry_before` is the merged entry as it was.
create table call_records (
  firm_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  call_key text not null,
  import_id uuid not null,
  started_at timestamptz not null,
  seconds integer not null check (seconds > 0),
  direction text not null check (direction in ('in', 'out')),
  own_party text not null,
  other_party text,
  account_code text,
  legs jsonb not null,
  attorney_id uuid,
  matter_id uuid,
  entry_id uuid,
  is_merged boolean not null default false,
  entry_before jsonb,
  is_private boolean not null default false,
  decided_at timestamptz,
  decided_by uuid,
  primary key (firm_id, id),
  unique (firm_id, source_id, call_key),
  foreign key (firm_id, source_id) references call_sources (firm_id, id),
  foreign key (firm_id, import_id) references call_imports (firm_id, id),
  foreign key (firm_id, attorney_id) references users (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete set null (matter_id),
  foreign key (firm_id, entry_id) references entries (firm_id, id) on delete set null (entry_id),
  foreign key (firm_id, decided_by) references users (firm_id, id)
);
create index call_records_by_start on call_records (firm_id, started_at);
create unique index call_records_by_entry on call_records (firm_id, entry_id) where entry_id is not null;
create index call_records_by_matter on call_records (firm_id, matter_id) where matter_id is not null;

-- Which attorney has an extension, email or number, from a day until another one.
create table extensions (
  firm_id uuid not null,
  value text not null check (length(value) between 1 and 120),
  attorney_id uuid not null,
  valid_from date not null default '-infinity',
  valid_until date not null default 'infinity',
  primary key (firm_id, value, valid_from),
  foreign key (firm_id, attorney_id) references users (firm_id, id),
  check (valid_from <= valid_until)
);

-- Numbers whose calls are nobody's business; those of an attorney alone.
create table private_numbers (
  firm_id uuid not null,
  attorney_id uuid not null,
  number text not null,
  created_at timestamptz not null,
  primary key (firm_id, attorney_id, number),
  foreign key (firm_id, attorney_id) references users (firm_id, id)
);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  name text;
begin
  foreach name in array array['call_sources', 'call_imports', 'call_records', 'extensions', 'private_numbers'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (' || whose || ')', name);
  end loop;
end $$;
