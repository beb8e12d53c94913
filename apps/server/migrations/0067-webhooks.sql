-- Webhooks of a firm, and what is sent to each (docs/decisions/0074). The secrets are sealed with a key that the database
-- does not have; the old one also signs until its end. `failing_since` is the first of the failures since the last success.
-- Webhooks of one lane take turns.
create table webhooks (
  firm_id uuid not null references firms (id),
  id uuid not null,
  url text not null check (length(url) between 1 and 500),
  events text[] not null check (cardinality(events) between 1 and 10),
  lane smallint not null check (lane between 0 and 3),
  is_active boolean not null default true,
  off_reason text check (off_reason in ('gone', 'failing')),
  off_at timestamptz,
  -- Of the last mail about that.
  off_mailed_at timestamptz,
  sealed_secret bytea not null check (length(sealed_secret) <= 200),
  old_sealed_secret bytea check (length(old_sealed_secret) <= 200),
  old_secret_until timestamptz,
  failing_since timestamptz,
  created_at timestamptz not null,
  primary key (firm_id, id),
  check (off_reason is null or not is_active),
  check ((old_sealed_secret is null) = (old_secret_until is null))
);

-- The id is the `webhook-id` of every try. Tries end a day after `waiting_since`.
create table webhook_deliveries (
  firm_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event text not null check (length(event) between 1 and 60),
  payload text not null check (length(payload) <= 4000),
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  created_at timestamptz not null,
  waiting_since timestamptz not null,
  tries smallint not null default 0,
  tried_at timestamptz,
  next_try_at timestamptz,
  status smallint,
  error text check (length(error) <= 300),
  primary key (firm_id, id),
  foreign key (firm_id, webhook_id) references webhooks (firm_id, id) on delete cascade,
  check ((state = 'waiting') = (next_try_at is not null))
);
create index webhook_deliveries_by_webhook on webhook_deliveries (firm_id, webhook_id, created_at);
create index webhook_deliveries_waiting on webhook_deliveries (firm_id, created_at) where state = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  name text;
begin
  foreach name in array array['webhooks', 'webhook_deliveries'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (' || whose || ')', name);
  end loop;
end $$;

-- One job for each delivery. A lane of a firm runs one at a time, and the n-th waiting delivery of a webhook goes after fewer
-- than n of any other.
create function queue_webhook_delivery(firm uuid, delivery uuid, pause interval) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job('deliver-webhook', json_build_object('firmId', d.firm_id, 'deliveryId', d.id),
    queue_name := 'webhooks of ' || d.firm_id || ' lane ' || w.lane, run_at := clock_timestamp() + pause,
    job_key := 'webhook delivery ' || d.id, max_attempts := 10000,
    priority := (select least(count(*), 30000)::integer from public.webhook_deliveries o
      where o.firm_id = firm and o.webhook_id = d.webhook_id and o.state = 'waiting'
        and (o.created_at, o.id) < (d.created_at, d.id)))
  from public.webhook_deliveries d
  join public.webhooks w on w.firm_id = d.firm_id and w.id = d.webhook_id
  where d.firm_id = firm and d.id = delivery
$$;
revoke execute on function queue_webhook_delivery from public;
