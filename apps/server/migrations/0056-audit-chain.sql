-- The audit log says who, from where, on what and how much, and each line is chained to the one before by SHA-256 (docs/decisions/0066).
alter table audit_log
  add column outcome text not null default 'done' check (outcome in ('done', 'refused')),
  add column actor_kind text not null default 'user' check (actor_kind in ('user', 'job', 'operator')),
  -- The browser, as it names itself.
  add column agent text check (char_length(agent) <= 300),
  -- No key: sessions are deleted.
  add column session_id uuid,
  add column subject_kind text,
  -- The name of the subject at that time.
  add column label text,
  -- How many rows were read, changed or sent.
  add column rows integer check (rows >= 0);

-- Before the update of all lines, which would write into them.
drop index audit_log_by_firm;
drop index audit_log_by_subject;

update audit_log set
  actor_kind = case when address = 'console' then 'operator' else 'user' end,
  rows = case when action in ('export.closed', 'export.downloaded') and jsonb_typeof(details -> 'rows') = 'number' then (details ->> 'rows')::integer end,
  subject_kind = case when subject_id is null then null else case split_part(action, '.', 1)
    when 'user' then 'user' when 'month' then 'user' when 'firm' then 'firm' when 'matter' then 'matter'
    when 'disbursement-type' then 'disbursement-type' when 'entry' then 'entry' when 'export' then 'export' when 'mail' then 'mail'
    when 'matters' then 'import' when 'import' then 'import' when 'calls' then 'import' when 'call-import' then 'import'
    when 'rate-change' then 'rate-change' when 'call-record' then 'call-record' else 'other' end end;

-- Newest first, whole and by each filter of the page; by person in 0060.
create index audit_log_by_time on audit_log (at, id);
create index audit_log_by_firm on audit_log (firm_id, at, id);
create index audit_log_by_action on audit_log (firm_id, action, at, id);
create index audit_log_by_address on audit_log (firm_id, address, at, id);
create index audit_log_by_subject on audit_log (subject_id, at, id) where subject_id is not null;
create index audit_log_by_session on audit_log (session_id, at, id) where session_id is not null;
create index audit_log_label_search on audit_log using gin (lower(label) gin_trgm_ops) where label is not null;

-- As the views of 0015: the trigram index is not used below a policy.
create view audit_log_to_search as select * from audit_log
  where case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end;

-- A chain for each firm, and one, with an id of zeros, for lines without a firm. Only the function below writes here.
create table audit_chain (
  log_id bigint not null,
  firm_id uuid not null,
  seq bigint not null,
  hash bytea not null check (length(hash) = 32)
);
create table audit_heads (
  firm_id uuid primary key,
  seq bigint not null,
  hash bytea not null check (length(hash) = 32)
);
do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
begin
  execute 'alter table audit_chain enable row level security';
  execute 'create policy own_firm on audit_chain using (' || whose || ')';
  execute 'alter table audit_heads enable row level security';
  execute 'create policy own_firm on audit_heads using (' || whose || ')';
end $$;

-- Every column of a line, in one form on every server: an array of JSON, with times in UTC.
create function audit_digest(l audit_log) returns bytea
language sql stable as $$
  select sha256(convert_to(jsonb_build_array(l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.firm_id,
    l.actor_id, l.action, l.subject_id, l.details, l.address, l.request_id, l.outcome, l.actor_kind, l.agent, l.session_id,
    l.subject_kind, l.label, l.rows)::text, 'UTF8'))
$$;

-- All parts have a fixed length, so no two lines share an encoding.
create function audit_hash(previous bytea, chain uuid, seq bigint, digest bytea) returns bytea
language sql immutable as $$
  select sha256(previous || uuid_send(chain) || int8send(seq) || digest)
$$;

-- Chains the lines of a firm from an id on which are in no chain yet. They are all of this transaction: others chain theirs when they commit.
create function extend_audit_chain(chain uuid, first_id bigint) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  head public.audit_heads;
  line record;
begin
  select * into head from public.audit_heads where firm_id = chain for update;
  if not found then
    -- Another transaction may be the first, too: this waits for it.
    insert into public.audit_heads values (chain, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
    select * into strict head from public.audit_heads where firm_id = chain for update;
  end if;
  for line in
    select l.id, public.audit_digest(l) as digest from public.audit_log l
    where l.id >= first_id and coalesce(l.firm_id, '00000000-0000-0000-0000-000000000000') = chain
      and not exists (select from public.audit_chain c where c.log_id = l.id)
    order by l.id
  loop
    head.seq := head.seq + 1;
    head.hash := public.audit_hash(head.hash, chain, head.seq, line.digest);
    insert into public.audit_chain values (line.id, chain, head.seq, head.hash);
  end loop;
  update public.audit_heads set seq = head.seq, hash = head.hash where firm_id = chain;
end $$;
revoke execute on function extend_audit_chain from public;

-- At the commit, so that the head of a chain is locked for a moment alone, and after all locks of the transaction.
create function chain_audit_log() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before constant text := current_setting('recoup.firm', true);
  -- An owner upon whom the policies are forced, for want of another role.
  is_below constant boolean := row_security_active('public.audit_log');
  each record;
begin
  if exists (select from public.audit_chain where log_id = new.id) then return null; end if;
  if is_below then perform set_config('recoup.firm', 'all', true); end if;
  -- In one order, because two transactions may write to the same two chains.
  for each in
    select distinct coalesce(l.firm_id, '00000000-0000-0000-0000-000000000000') as chain from public.audit_log l
    where l.id >= new.id and not exists (select from public.audit_chain c where c.log_id = l.id)
    order by 1
  loop
    perform public.extend_audit_chain(each.chain, new.id);
  end loop;
  if is_below then perform set_config('recoup.firm', before, true); end if;
  return null;
end $$;
revoke execute on function chain_audit_log from public;

-- The lines of before, as `extend_audit_chain` would chain them, in one pass over those of all firms.
create function pg_temp.chain_all() returns setof audit_chain language plpgsql as $$
declare
  line record;
  link audit_chain;
begin
  for line in
    select l.id, coalesce(l.firm_id, '00000000-0000-0000-0000-000000000000') as chain, audit_digest(l) as digest
    from audit_log l order by 2, 1
  loop
    if link.firm_id is distinct from line.chain then
      link.seq := 0;
      link.hash := decode(repeat('00', 32), 'hex');
    end if;
    link.log_id := line.id;
    link.firm_id := line.chain;
    link.seq := link.seq + 1;
    link.hash := audit_hash(link.hash, link.firm_id, link.seq, line.digest);
    return next link;
  end loop;
end $$;
insert into audit_chain select * from pg_temp.chain_all();
alter table audit_chain add primary key (log_id), add unique (firm_id, seq);
insert into audit_heads select distinct on (firm_id) firm_id, seq, hash from audit_chain order by firm_id, seq desc;

create constraint trigger chain_audit_log after insert on audit_log
  deferrable initially deferred for each row execute function chain_audit_log();

-- The name of a subject now; for a deleted one that of its last line. Below the caller's policies.
create function audit_label(of_kind text, of_firm uuid, of_subject uuid) returns text
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  found_label text;
begin
  if of_kind is null or of_subject is null then return null; end if;
  case of_kind
    when 'user' then select u.name into found_label from public.users u where u.id = of_subject;
    when 'firm' then select f.name into found_label from public.firms f where f.id = of_subject;
    when 'matter' then select m.number || ' ' || m.description into found_label from public.matters m where m.id = of_subject;
    when 'disbursement-type' then
      select t.title into found_label from public.disbursement_types t where t.firm_id = of_firm and t.id = of_subject;
    when 'entry' then
      select m.number || ', ' || to_char(e.date, 'YYYY-MM-DD') into found_label
      from public.entries e join public.matters m on m.id = e.matter_id where e.firm_id = of_firm and e.id = of_subject;
    when 'export' then select 'Export ' || x.number into found_label from public.exports x where x.id = of_subject;
    when 'mail' then select m.to_address into found_label from public.mails m where m.id = of_subject;
    when 'import' then
      select i.file_name into found_label from public.imports i where i.id = of_subject;
      if not found then
        select i.file_name into found_label from public.call_imports i where i.firm_id = of_firm and i.id = of_subject;
      end if;
    when 'rate-change' then
      select round(c.basis_points / 100.0, 2) || ' % from ' || to_char(c.valid_from, 'YYYY-MM-DD') into found_label
      from public.rate_changes c where c.firm_id = of_firm and c.id = of_subject;
    when 'call-record' then
      select to_char(c.started_at at time zone 'Africa/Johannesburg', 'YYYY-MM-DD HH24:MI') into found_label
      from public.call_records c where c.firm_id = of_firm and c.id = of_subject;
    else null;
  end case;
  if found_label is null then
    select l.label into found_label from public.audit_log l
    where l.subject_id = of_subject and l.label is not null order by l.at desc, l.id desc limit 1;
  end if;
  return left(found_label, 300);
end $$;

-- As in 0028, with what the log holds now.
create or replace function release_email(address text, new_firm uuid, actor uuid, origin text, request text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before constant text := current_setting('recoup.firm', true);
  is_below constant boolean := row_security_active('public.users');
  holder record;
  released text;
begin
  if before is distinct from 'all' and before is distinct from new_firm::text then
    raise exception 'an e-mail is released for the own firm alone' using errcode = '42501';
  end if;
  if is_below then perform set_config('recoup.firm', 'all', true); end if;
  select u.id, u.name, u.firm_id into holder from public.users u
    where u.email = address and u.firm_id <> new_firm and u.status <> 2
      and exists (select from public.firm_domains d where d.domain = split_part(address, '@', 2) and d.firm_id = new_firm)
    for update;
  if found then
    -- No firm can have this domain (RFC 2606), so nobody signs in with it: the account comes back with another e-mail alone.
    released := holder.id || '@released.invalid';
    update public.users u set email = released, version = u.version + 1 where u.id = holder.id;
    delete from public.sessions s where s.user_id = holder.id;
    delete from public.known_places k where k.user_id = holder.id;
    update public.otp_challenges c set voided_at = at where c.user_id = holder.id and c.voided_at is null;
    insert into public.audit_log (at, firm_id, actor_id, action, subject_id, subject_kind, label, details, address, request_id) values
      (at, holder.firm_id, null, 'user.email-released', holder.id, 'user', left(holder.name, 300),
        jsonb_build_object('email', jsonb_build_array(address, released)), 'another firm', request),
      (at, new_firm, actor, 'user.email-taken-over', null, null, null, jsonb_build_object('email', address), origin, request);
  end if;
  if is_below then perform set_config('recoup.firm', before, true); end if;
end $$;

-- Whom the Regulator and the people concerned hear from (POPIA, section 55).
alter table firms
  add column officer_name text,
  add column officer_email text,
  add column officer_phone text;
