-- Merges of many calls with the entries that were recorded by hand (product-3.md, section 1): who did it, for which days and for whom.
-- A call names its merge, so that it can be taken back.
create table call_merges (
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

alter table call_records add column merge_id uuid;
alter table call_records add foreign key (firm_id, merge_id) references call_merges (firm_id, id);
create index call_records_by_merge on call_records (firm_id, merge_id) where merge_id is not null;

alter table call_merges enable row level security;
create policy own_firm on call_merges using (
  case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end);
