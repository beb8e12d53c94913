-- A mail that waits for the sign-in at the mail server gets a new job, because the queue's back-off grows to six hours.
create function queue_mail_again(mail uuid, pause interval) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job('send-mail', json_build_object('mailId', m.id),
    queue_name := 'mails of ' || coalesce(m.firm_id::text, 'no firm'), max_attempts := 10000,
    run_at := clock_timestamp() + pause)
  from public.mails m where m.id = mail
$$;
revoke execute on function queue_mail_again from public;

-- The last outcomes of work that the installation does by itself; a row for each kind. A backup does not contain them.
create table installation_runs (
  kind text primary key check (kind in ('backup', 'rehearsal')),
  created_at timestamptz not null,
  done_for timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failing_since timestamptz,
  retry_at timestamptz,
  reason text,
  tries integer not null default 0,
  facts jsonb
);
insert into installation_runs (kind, created_at) values ('backup', now()), ('rehearsal', now());
