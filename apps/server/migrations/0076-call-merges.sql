-- without transaction
-- Merges of many calls with the entries that were recorded by hand (product-3.md, section 1): who did it, for which days and for whom.
-- A call names its merge, so that it can be taken back.
create table if not exists call_merges (
  firm_id uuid not null references firms (id),
  id uuid not null,
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  attorney_id uuid,
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (firm_id, id),
  foreign key (firm_id, attorney_id) references users (firm_id, id),
  foreign key (firm_id, created_by) references users (firm_id, id)
);
alter table call_merges enable row level security;
drop policy if exists own_firm on call_merges;
create policy own_firm on call_merges using (
  case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end);

alter table call_records add column if not exists merge_id uuid;
do $$
begin
  -- After a crash this may have been done.
  if exists (select from pg_constraint where conname = 'call_records_merge') then return; end if;
  alter table call_records add constraint call_records_merge
    foreign key (firm_id, merge_id) references call_merges (firm_id, id) not valid;
end $$;
alter table call_records validate constraint call_records_merge;

set lock_timeout = 0;
drop index concurrently if exists call_records_by_merge;
create index concurrently call_records_by_merge on call_records (firm_id, merge_id) where merge_id is not null;
reset lock_timeout;
