-- without transaction
-- Accounts of suppliers, whose lines are entries (docs/decisions/0086). `number_key`: the number without case, spaces and leading
-- zeros. A negative total is a credit note, which may name the account that it credits.
create table if not exists supplier_accounts (
  firm_id uuid not null references firms (id),
  id uuid not null,
  supplier_id uuid not null,
  number text not null check (length(number) between 1 and 40),
  number_key text not null,
  date date not null,
  total_cents bigint not null check (total_cents <> 0),
  paid_on date,
  credits uuid,
  request_sha256 bytea not null,
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (firm_id, id),
  unique (firm_id, supplier_id, number_key),
  foreign key (firm_id, supplier_id) references suppliers (firm_id, id),
  foreign key (firm_id, credits) references supplier_accounts (firm_id, id),
  foreign key (firm_id, created_by) references users (firm_id, id),
  check (credits is null or total_cents < 0)
);
create index if not exists supplier_accounts_by_day on supplier_accounts (firm_id, date);
create index if not exists supplier_accounts_credited on supplier_accounts (firm_id, credits) where credits is not null;
alter table supplier_accounts enable row level security;
drop policy if exists own_firm on supplier_accounts;
create policy own_firm on supplier_accounts using (case when (select current_setting('recoup.firm', true)) = 'all' then true
  else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end);

-- `supplier_account_id`: the account of a line, and of the reversal and the replacement of one. `account_line`: the place of a line in
-- its account; the others have none. `account_pages`: its pages of the account's voucher.
alter table entries add column if not exists supplier_account_id uuid, add column if not exists account_line smallint,
  add column if not exists account_pages text;
do $$
begin
  -- After a crash this may have been done.
  if exists (select from pg_constraint where conname = 'entries_of_account') then return; end if;
  alter table entries
    add constraint entries_of_account foreign key (firm_id, supplier_account_id) references supplier_accounts (firm_id, id) not valid,
    add constraint entries_account_line check (account_line is null or supplier_account_id is not null) not valid,
    add constraint entries_account_pages check (account_pages is null or account_line is not null and length(account_pages) <= 100) not valid,
    drop constraint entries_amount_cents_check,
    -- Beside reversals, the lines of credit notes are negative, and reversals of these positive.
    add constraint entries_amount_cents_check check (case when supplier_account_id is not null then true when reverses is null then amount_cents >= 0
      else amount_cents <= 0 end) not valid;
  alter table exports drop constraint exports_extra_columns_check,
    add constraint exports_extra_columns_check check (extra_columns <@ array['vat', 'voucher', 'reversals', 'suppliers']) not valid;
end $$;
alter table entries validate constraint entries_of_account;
alter table entries validate constraint entries_account_line;
alter table entries validate constraint entries_account_pages;
alter table entries validate constraint entries_amount_cents_check;
alter table exports validate constraint exports_extra_columns_check;

-- The same view with the new columns (0015).
create or replace view entries_to_search as select * from entries
  where case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end;

set lock_timeout = 0;
drop index concurrently if exists entries_by_account;
create unique index concurrently entries_by_account on entries (firm_id, supplier_account_id, account_line)
  where supplier_account_id is not null;
reset lock_timeout;
