-- The hash of a file of calls as it was received, before its letters were decoded; null for earlier imports (docs/decisions/0090).
alter table call_imports add column received_sha256 bytea check (length(received_sha256) = 32);

-- Packs with which a bill of costs is taxed. The ledger keeps what each was made of and the hashes of its ZIP and parts.
create table taxation_packs (
  firm_id uuid not null references firms (id),
  id uuid not null,
  matter_id uuid not null,
  from_date date,
  to_date date,
  masks_numbers boolean not null,
  state text not null default 'making' check (state in ('making', 'ready', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  reason text check (length(reason) between 1 and 500),
  items integer not null,
  pages integer not null,
  sum_cents bigint not null,
  sha256 bytea check (length(sha256) = 32),
  bytes bigint,
  parts jsonb not null default '[]',
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id),
  foreign key (firm_id, created_by) references users (firm_id, id),
  check ((state = 'ready') = (sha256 is not null) and (state = 'ready') = (bytes is not null)),
  check ((state = 'failed') = (reason is not null))
);
create index taxation_packs_by_matter on taxation_packs (firm_id, matter_id);
create index taxation_packs_by_hash on taxation_packs (firm_id, sha256);
create index taxation_packs_by_part on taxation_packs using gin (parts jsonb_path_ops);

-- The ZIP in pieces of a megabyte, which no process holds as a whole. It is packed already.
create table taxation_pack_pieces (
  firm_id uuid not null,
  pack_id uuid not null,
  place integer not null check (place >= 0),
  content bytea not null check (length(content) between 1 and 1048576),
  primary key (firm_id, pack_id, place),
  foreign key (firm_id, pack_id) references taxation_packs (firm_id, id) on delete cascade
);
alter table taxation_pack_pieces alter column content set storage external;

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  name text;
begin
  foreach name in array array['taxation_packs', 'taxation_pack_pieces'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (' || whose || ')', name);
  end loop;
end $$;

-- One after the other, because each takes a processor; mails do not wait for them.
create function queue_taxation_pack(firm uuid, pack uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job('make-taxation-pack', json_build_object('firmId', firm, 'packId', pack),
    queue_name := 'taxation packs', job_key := 'taxation pack ' || pack, max_attempts := 5, priority := 1)
$$;
revoke execute on function queue_taxation_pack from public;
