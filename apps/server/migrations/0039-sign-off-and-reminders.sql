-- Reminders of the month end, and the day for which the firm's last ones are all queued.
alter table firms
  add column reminders_on boolean not null default false,
  add column reminder_working_days smallint not null default 3 check (reminder_working_days between 0 and 10),
  add column reminder_hour smallint not null default 8 check (reminder_hour between 0 and 23),
  add column reminded_on date;
create index firms_with_reminders on firms (id) where reminders_on;

-- Months that attorneys marked as complete, by the first day of the month.
create table month_sign_offs (
  firm_id uuid not null,
  month date not null check (month >= '2000-01-01' and extract(day from month) = 1),
  attorney_id uuid not null,
  completed_at timestamptz not null,
  primary key (firm_id, month, attorney_id),
  foreign key (firm_id, attorney_id) references users (firm_id, id)
);

-- At most one reminder a day for each user (docs/decisions/0046).
create table reminders (
  firm_id uuid not null,
  user_id uuid not null,
  day date not null,
  mail_id uuid not null references mails (id),
  primary key (firm_id, user_id, day),
  foreign key (firm_id, user_id) references users (firm_id, id)
);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  name text;
begin
  foreach name in array array['month_sign_offs', 'reminders'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (' || whose || ')', name);
  end loop;
end $$;

-- A reminder is worth sending on its day alone; other mails have no end.
alter table mails add column send_until timestamptz;

-- As before (migration 0027), but a reminder counts all mails of the firm that wait, and no other mail
-- counts reminders: the reminders of a large firm do not delay its exports and its invitations.
create or replace function queue_mail(mail uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job('send-mail', json_build_object('mailId', m.id),
    queue_name := 'mails of ' || coalesce(m.firm_id::text, 'no firm'), max_attempts := 10000,
    priority := (select least(count(*), 30000)::integer from public.mails w where w.state = 'queued' and w.firm_id = m.firm_id
      and (w.created_at, w.id) < (m.created_at, m.id)
      and (m.send_until is not null or (w.send_until is null and (m.export_id is not null or w.export_id is null)))))
  from public.mails m where m.id = mail
$$;

-- One job for each firm, so that one firm's failure or size does not delay the others; a firm's first
-- waiting mail goes before it. A later check replaces a job that waits or has given up.
create function queue_reminders(firm uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job('remind-firm', json_build_object('firmId', firm),
    queue_name := 'reminders of ' || firm, job_key := 'reminders of ' || firm, max_attempts := 3, priority := 1)
$$;
revoke execute on function queue_reminders from public;
