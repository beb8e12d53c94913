-- Closing exports on schedule (docs/decisions/0075). `layout` is the name of a built-in posting layout or the id of an own one.
-- A hand-over runs in the name of the firm admin who saved it last. `next_at` is the time of its next run.
create table hand_overs (
  firm_id uuid not null references firms (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  type text not null check (type in ('csv', 'xlsx')),
  layout text,
  server_id uuid,
  email text,
  day_kind text not null
    check (day_kind in ('last_working_day', 'working_days_before', 'first_working_day', 'day_of_month', 'daily')),
  day smallint check (day between 1 and 31),
  time_of_day text not null check (time_of_day ~ '^\d\d:\d\d$'),
  is_on boolean not null,
  saved_by uuid not null,
  created_at timestamptz not null,
  next_at timestamptz not null,
  primary key (firm_id, id),
  unique (firm_id, name),
  foreign key (firm_id, server_id) references sftp_servers (firm_id, id),
  foreign key (firm_id, saved_by) references users (firm_id, id),
  check ((server_id is null) <> (email is null)),
  check (layout is null or type = 'csv')
);
create index hand_overs_due on hand_overs (next_at) where is_on;

-- The ledger of the runs: at most one for each time of a hand-over. A file for an SFTP server is tried at `next_try_at`, or, if
-- a try has not ended by then, at `try_ends_at`. A mail is tried by the outbox.
create table hand_over_runs (
  firm_id uuid not null references firms (id),
  id uuid not null,
  hand_over_id uuid,
  name text not null,
  due_at timestamptz not null,
  started_at timestamptz not null,
  up_to date not null,
  state text not null check (state in ('sending', 'sent', 'failed', 'skipped', 'empty')),
  message text,
  export_id uuid,
  type text not null,
  layout text,
  server_id uuid,
  mail_id uuid references mails (id),
  recipient text not null,
  file_name text,
  tries integer not null default 0,
  next_try_at timestamptz,
  try_ends_at timestamptz,
  give_up_at timestamptz,
  sent_at timestamptz,
  primary key (firm_id, id),
  unique (firm_id, hand_over_id, due_at),
  foreign key (firm_id, hand_over_id) references hand_overs (firm_id, id) on delete set null (hand_over_id),
  foreign key (firm_id, export_id) references exports (firm_id, id),
  foreign key (firm_id, server_id) references sftp_servers (firm_id, id) on delete set null (server_id)
);
create index hand_over_runs_by_export on hand_over_runs (firm_id, export_id) where export_id is not null;
create index hand_over_runs_to_send on hand_over_runs (next_try_at, try_ends_at) where state = 'sending' and mail_id is null;

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  name text;
begin
  foreach name in array array['hand_overs', 'hand_over_runs'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (' || whose || ')', name);
  end loop;
end $$;

-- One job for each hand-over, those of a firm in turn. A later check replaces a job that waits or has given up.
create function queue_hand_over(firm uuid, hand_over uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job('run-hand-over', json_build_object('firmId', firm, 'handOverId', hand_over),
    queue_name := 'hand-overs of ' || firm, job_key := 'hand-over ' || hand_over, max_attempts := 3, priority := 1)
$$;
revoke execute on function queue_hand_over from public;

create function queue_sending(firm uuid, run uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job('send-hand-over', json_build_object('firmId', firm, 'runId', run),
    queue_name := 'files of ' || firm, job_key := 'file ' || run, max_attempts := 3)
$$;
revoke execute on function queue_sending from public;
