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
  extended integer not null,
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

-- One row for each call. `legs` are its parts by their keys, each with the import that brought it. `entry_id` is the entry
-- that was made of the call or merged with it; without one the call is open, unless it is private. `attorney_id` is the one
-- of the decision. `entry_before` is what a merge changed of the entry, and the version that it made.
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
  entry_id uuid,
  entry_before jsonb,
  is_private boolean not null default false,
  decided_at timestamptz,
  decided_by uuid,
  primary key (firm_id, id),
  unique (firm_id, source_id, call_key),
  foreign key (firm_id, source_id) references call_sources (firm_id, id),
  foreign key (firm_id, import_id) references call_imports (firm_id, id),
  foreign key (firm_id, attorney_id) references users (firm_id, id),
  foreign key (firm_id, entry_id) references entries (firm_id, id) on delete set null (entry_id),
  foreign key (firm_id, decided_by) references users (firm_id, id),
  check (not (is_private and entry_id is not null))
);
create index call_records_by_start on call_records (firm_id, started_at);
create unique index call_records_by_entry on call_records (firm_id, entry_id) where entry_id is not null;
create index call_records_by_import on call_records (firm_id, import_id);
-- What an attorney chose for a number last.
create index entries_by_other_party on entries (firm_id, attorney_id, other_party, started_at)
  where other_party is not null;

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

-- Numbers whose calls are private; those of an attorney alone.
create table private_numbers (
  firm_id uuid not null,
  id uuid not null,
  attorney_id uuid not null,
  number text not null,
  created_at timestamptz not null,
  primary key (firm_id, id),
  unique (firm_id, attorney_id, number),
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

-- A call from its parts: the person is the one whom the firm knows and who talked longest, over all of that person's parts.
-- What parts have in common is talked once: a queue or a conference writes several of the same time.
create function call_of_legs(firm uuid, legs jsonb)
returns table (own_party text, started_at timestamptz, seconds integer, direction text, other_party text, account_code text)
language sql stable as $$
  with parts as (
    select part->>'own' as own, (part->>'at')::timestamptz as at, (part->>'seconds')::integer as seconds,
      part->>'direction' as direction, part->>'other' as other, part->>'code' as code
    from jsonb_each(legs) as leg (key, part)),
  ends as (
    select own, at, at + make_interval(secs => seconds) as until,
      max(at + make_interval(secs => seconds)) over (
        partition by own order by at, seconds rows between unbounded preceding and 1 preceding) as before
    from parts),
  talked as (
    select own, min(at) as at,
      sum(greatest(extract(epoch from until - greatest(at, before)), 0))::integer as seconds
    from ends group by own
    order by exists (select from extensions x where x.firm_id = firm and x.value = own) or exists (
        select from users u where u.firm_id = firm and (lower(u.email) = own or '+27' || substr(u.cell, 2) = own)) desc,
      3 desc, min(at), own
    limit 1)
  select t.own, t.at, t.seconds, p.direction, p.other, coalesce(p.code, (select max(code) from parts))
  from talked t cross join lateral (
    select direction, other, code from parts where own = t.own order by at, other nulls last limit 1) p
$$;

-- A file may bring parts of a call that was decided. They count when it is open again.
create function count_new_legs() returns trigger language plpgsql as $$
begin
  select o.own_party, o.started_at, o.seconds, o.direction, o.other_party, o.account_code
    into new.own_party, new.started_at, new.seconds, new.direction, new.other_party, new.account_code
    from call_of_legs(new.firm_id, new.legs) o;
  return new;
end $$;
create trigger call_is_open_again before update of entry_id, is_private on call_records for each row
  when ((old.entry_id is not null or old.is_private) and new.entry_id is null and not new.is_private)
  execute function count_new_legs();
