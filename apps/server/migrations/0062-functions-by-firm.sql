-- Functions that reached a row by its id alone name its firm too (docs/decisions/0069).

-- As in 0056, each row within the firm of the line. A user may stand outside of every firm.
create or replace function audit_label(of_kind text, of_firm uuid, of_subject uuid) returns text
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  found_label text;
begin
  if of_kind is null or of_subject is null then return null; end if;
  case of_kind
    when 'user' then select u.name into found_label from public.users u where u.id = of_subject;
    when 'firm' then select f.name into found_label from public.firms f where f.id = of_subject;
    when 'matter' then
      select m.number || ' ' || m.description into found_label from public.matters m where m.firm_id = of_firm and m.id = of_subject;
    when 'disbursement-type' then
      select t.title into found_label from public.disbursement_types t where t.firm_id = of_firm and t.id = of_subject;
    when 'entry' then
      select m.number || ', ' || to_char(e.date, 'YYYY-MM-DD') into found_label
      from public.entries e join public.matters m on m.firm_id = e.firm_id and m.id = e.matter_id
      where e.firm_id = of_firm and e.id = of_subject;
    when 'export' then select 'Export ' || x.number into found_label from public.exports x where x.firm_id = of_firm and x.id = of_subject;
    when 'mail' then
      select m.to_address into found_label from public.mails m where m.firm_id is not distinct from of_firm and m.id = of_subject;
    when 'import' then
      select i.file_name into found_label from public.imports i where i.firm_id = of_firm and i.id = of_subject;
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
    where l.firm_id is not distinct from of_firm and l.subject_id = of_subject and l.label is not null
    order by l.at desc, l.id desc limit 1;
  end if;
  return left(found_label, 300);
end $$;

-- As in 0056.
create or replace function extend_audit_chain(chain uuid, first_id bigint) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  head public.audit_heads;
  line record;
begin
  select * into head from public.audit_heads where firm_id = chain for update;
  if not found then
    -- Another transaction may be the first, too: this waits for it.
    insert into public.audit_heads (firm_id, seq, hash) values (chain, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
    select * into strict head from public.audit_heads where firm_id = chain for update;
  end if;
  for line in
    select l.id, public.audit_digest(l) as digest from public.audit_log l
    where l.id >= first_id and coalesce(l.firm_id, '00000000-0000-0000-0000-000000000000') = chain
      and not exists (select from public.audit_chain c where c.firm_id = chain and c.log_id = l.id)
    order by l.id
  loop
    head.seq := head.seq + 1;
    head.hash := public.audit_hash(head.hash, chain, head.seq, line.digest);
    insert into public.audit_chain (log_id, firm_id, seq, hash) values (line.id, chain, head.seq, head.hash);
  end loop;
  update public.audit_heads set seq = head.seq, hash = head.hash where firm_id = chain;
end $$;

-- As in 0056.
create or replace function chain_audit_log() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before constant text := current_setting('recoup.firm', true);
  -- An owner upon whom the policies are forced, for want of another role.
  is_below constant boolean := row_security_active('public.audit_log');
  each record;
begin
  if exists (select from public.audit_chain
    where firm_id = coalesce(new.firm_id, '00000000-0000-0000-0000-000000000000') and log_id = new.id) then return null; end if;
  if is_below then perform set_config('recoup.firm', 'all', true); end if;
  -- In one order, because two transactions may write to the same two chains.
  for each in
    select distinct coalesce(l.firm_id, '00000000-0000-0000-0000-000000000000') as chain from public.audit_log l
    where l.id >= new.id and not exists (select from public.audit_chain c
      where c.firm_id = coalesce(l.firm_id, '00000000-0000-0000-0000-000000000000') and c.log_id = l.id)
    order by 1
  loop
    perform public.extend_audit_chain(each.chain, new.id);
  end loop;
  if is_below then perform set_config('recoup.firm', before, true); end if;
  return null;
end $$;
