-- Calls of cell phones (docs/decisions/0094), which an attorney hands in as the log of the phone or as the bill of the operator.
-- Calls without a number of a matter are only counted, in `others`: neither a name of the file nor its columns are stored.
create table own_call_imports (
  firm_id uuid not null references firms (id),
  id uuid not null,
  attorney_id uuid not null,
  number integer not null,
  road text not null check (road in ('log', 'bill')),
  sha256 bytea not null,
  created_at timestamptz not null,
  taken integer not null,
  repeated integer not null,
  others integer not null,
  doubtful integer not null,
  undone_at timestamptz,
  undone_by uuid,
  primary key (firm_id, id),
  unique (firm_id, attorney_id, number),
  foreign key (firm_id, attorney_id) references users (firm_id, id),
  foreign key (firm_id, undone_by) references users (firm_id, id),
  check ((undone_at is null) = (undone_by is null))
);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
begin
  alter table own_call_imports enable row level security;
  execute 'create policy own_firm on own_call_imports using (' || whose || ')';
end $$;

-- A call of a cell phone has no telephone system, and belongs to the attorney who handed it in. `seen_by` has the other roads by
-- which a call came: of each its key, start and length there, and its source or import.
alter table call_records
  alter column source_id drop not null,
  add column owner_id uuid,
  add column own_import_id uuid,
  add column seen_by jsonb not null default '{}';
alter table call_records
  drop constraint call_records_road,
  drop constraint call_records_event;
-- The release before: it writes calls of telephone systems alone, each with its source, and bears these checks.
alter table call_records
  add constraint call_records_road check (road in ('file', 'event', 'pull', 'log', 'bill')) not valid,
  add constraint call_records_event check ((road in ('event', 'pull')) = (event_sha256 is not null)) not valid,
  add constraint call_records_own check ((road in ('log', 'bill')) = (own_import_id is not null)
    and (own_import_id is null) = (owner_id is null) and (own_import_id is null) = (source_id is not null)) not valid,
  add constraint call_records_owner foreign key (firm_id, owner_id) references users (firm_id, id) not valid,
  add constraint call_records_own_import foreign key (firm_id, own_import_id)
    references own_call_imports (firm_id, id) not valid;
