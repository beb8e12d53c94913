-- Mails go out firm by firm in turn: the n-th waiting mail of a firm goes after fewer than n mails of any other, and one of a firm at a
-- time, so that a firm with many mails, or with a slow receiver, does not keep the others waiting. A notice counts notices alone.
create function queue_mail(mail uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job('send-mail', json_build_object('mailId', m.id),
    queue_name := 'mails of ' || coalesce(m.firm_id::text, 'no firm'), max_attempts := 10000,
    priority := (select least(count(*), 30000)::integer from public.mails w where w.state = 'queued' and w.firm_id = m.firm_id
      and (w.created_at, w.id) < (m.created_at, m.id) and (m.export_id is not null or w.export_id is null)))
  from public.mails m where m.id = mail
$$;
revoke execute on function queue_mail from public;
drop function queue_job;

create index mails_queued_by_firm on mails (firm_id, created_at) where state = 'queued';
