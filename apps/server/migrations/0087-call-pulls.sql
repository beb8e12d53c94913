-- Calls that are fetched from Microsoft Teams. `through`: the end of the period that was fetched last.
-- `next_at` is when the next try is due; `failure` is why the last one failed, as a sentence.
create table call_pulls (
  firm_id uuid not null,
  source_id uuid not null,
  tenant text not null check (length(tenant) <= 100),
  client_id text not null check (length(client_id) <= 100),
  sealed_secret bytea not null,
  through timestamptz,
  tried_at timestamptz,
  taken integer not null default 0,
  failure text,
  failing_since timestamptz,
  failing_tries integer not null default 0,
  next_at timestamptz not null,
  primary key (firm_id, source_id),
  foreign key (firm_id, source_id) references call_sources (firm_id, id) on delete cascade
);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
begin
  alter table call_pulls enable row level security;
  execute 'create policy own_firm on call_pulls using (' || whose || ')';
end $$;

-- One job for each telephone system. A later check replaces a job that waits or has given up.
create function queue_call_pull(firm uuid, source uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job('pull-calls', json_build_object('firmId', firm, 'sourceId', source),
    queue_name := 'call pulls of ' || firm, job_key := 'call pull ' || source, max_attempts := 3, priority := 1)
$$;
revoke execute on function queue_call_pull from public;

alter table call_records
  drop constraint call_records_road,
  drop constraint call_records_event;
alter table call_records
  add constraint call_records_road check (road in ('file', 'event', 'pull')) not valid,
  add constraint call_records_event check ((road = 'file') = (event_sha256 is null)) not valid;
