-- The folder from which a firm's files of matters are imported on schedule (docs/decisions/0075). It runs in the name of the firm
-- admin who saved it last. `next_at` is the time of its next run or try; `tries` counts those of a run that failed.
create table matter_intakes (
  firm_id uuid not null primary key references firms (id),
  server_id uuid not null,
  folder text not null check (length(folder) <= 500),
  pattern text not null check (length(pattern) between 1 and 100),
  days text not null check (days in ('daily', 'working_days')),
  time_of_day text not null check (time_of_day ~ '^\d\d:\d\d$'),
  is_on boolean not null,
  saved_by uuid not null,
  next_at timestamptz not null,
  tries integer not null default 0,
  problem text,
  foreign key (firm_id, server_id) references sftp_servers (firm_id, id),
  foreign key (firm_id, saved_by) references users (firm_id, id)
);
create index matter_intakes_due on matter_intakes (next_at) where is_on;

create table matter_intake_runs (
  firm_id uuid not null references firms (id),
  id uuid not null,
  started_at timestamptz not null,
  state text not null check (state in ('done', 'empty', 'failed')),
  message text,
  files jsonb not null default '[]',
  primary key (firm_id, id)
);

-- Files that were taken and are in the folder still, because the server did not allow to move them, or the process died before.
create table matter_intake_files (
  firm_id uuid not null references firms (id),
  name text not null,
  bytes bigint not null,
  modified_at timestamptz not null,
  primary key (firm_id, name, bytes, modified_at)
);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  name text;
begin
  foreach name in array array['matter_intakes', 'matter_intake_runs', 'matter_intake_files'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (' || whose || ')', name);
  end loop;
end $$;

-- One job for each firm. A later check replaces a job that waits or has given up.
create function queue_intake(firm uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job('run-matter-intake', json_build_object('firmId', firm),
    queue_name := 'matter intake of ' || firm, job_key := 'matter intake ' || firm, max_attempts := 3, priority := 1)
$$;
revoke execute on function queue_intake from public;
