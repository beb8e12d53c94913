-- The price of one item of a fixed disbursement type from a day on, until the next price begins. A price without
-- cents ends the one before: from that day amounts are typed again. A replaced price stays as history.
create table unit_prices (
  firm_id uuid not null,
  id uuid not null,
  disbursement_type_id uuid not null,
  valid_from date not null check (valid_from between '2000-01-01' and '2099-12-31'),
  cents bigint check (cents between 0 and 10000000000),
  created_at timestamptz not null,
  created_by uuid not null,
  replaced_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, disbursement_type_id) references disbursement_types (firm_id, id),
  foreign key (firm_id, created_by) references users (firm_id, id)
);
create unique index unit_prices_live on unit_prices (firm_id, disbursement_type_id, valid_from) where replaced_at is null;
create index unit_prices_history on unit_prices (firm_id, disbursement_type_id, created_at);
alter table unit_prices enable row level security;
create policy own_firm on unit_prices using (case when (select current_setting('recoup.firm', true)) = 'all' then true
  else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end);

-- The unit price that an entry was recorded with.
alter table entries add column unit_price_id uuid;
alter table entries add foreign key (firm_id, unit_price_id) references unit_prices (firm_id, id);
alter table entries add constraint entries_have_one_price check (schedule_id is null or unit_price_id is null);
