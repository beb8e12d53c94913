-- Calls that a telephone system sends as they end. A source may have a secret, sealed with the key
-- of the installation; `limited_calls` counts those that came too fast and were not taken.
alter table call_sources
  add column sealed_secret bytea,
  add column secret_made_at timestamptz,
  add column limited_calls bigint not null default 0,
  add column limited_at timestamptz;

-- One row for each request; it names no number. `ignored` has the place and the reason of each call
-- that was not taken. Only the latest of a source stay.
create table call_events (
  firm_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  received_at timestamptz not null,
  sha256 bytea not null,
  taken integer not null,
  repeated integer not null,
  ignored jsonb not null,
  primary key (firm_id, id),
  foreign key (firm_id, source_id) references call_sources (firm_id, id)
);
create index call_events_by_source on call_events (firm_id, source_id, received_at desc, id desc);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
begin
  alter table call_events enable row level security;
  execute 'create policy own_firm on call_events using (' || whose || ')';
end $$;

-- By which road a call came. One of an event has the hash of the request that brought it, and the
-- number that the system gave to it; one of a file has its import.
alter table call_records
  alter column import_id drop not null,
  add column road text not null default 'file',
  add column event_sha256 bytea,
  add column event_id text;
alter table call_records
  add constraint call_records_road check (road in ('file', 'event')) not valid,
  add constraint call_records_import check ((road = 'file') = (import_id is not null)) not valid,
  add constraint call_records_event check ((road = 'event') = (event_sha256 is not null)) not valid;
