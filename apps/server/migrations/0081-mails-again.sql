-- A mail that waits for the sign-in at the mail server gets a new job, because the queue's back-off grows to six hours.
create function queue_mail_again(mail uuid, pause interval) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job('send-mail', json_build_object('mailId', m.id),
    queue_name := 'mails of ' || coalesce(m.firm_id::text, 'no firm'), max_attempts := 10000,
    run_at := clock_timestamp() + pause)
  from public.mails m where m.id = mail
$$;
revoke execute on function queue_mail_again from public;
