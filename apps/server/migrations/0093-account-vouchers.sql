-- The links of suppliers' accounts (docs/decisions/0085), as those of entries are in 0082. The pages of their files are numbered through
-- from `first_page` of each, and the lines of the account name these numbers. A number is not given to the page of another file.
create table account_vouchers (
  firm_id uuid not null references firms (id),
  id uuid not null,
  account_id uuid not null,
  voucher_id uuid not null,
  first_page integer not null default 1 check (first_page >= 1),
  name text not null check (length(name) between 1 and 200),
  added_by uuid not null,
  added_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  withdrawn_reason text check (length(withdrawn_reason) between 1 and 500),
  primary key (firm_id, id),
  foreign key (firm_id, account_id) references supplier_accounts (firm_id, id) on delete cascade,
  foreign key (firm_id, voucher_id) references vouchers (firm_id, id),
  foreign key (firm_id, added_by) references users (firm_id, id),
  foreign key (firm_id, withdrawn_by) references users (firm_id, id),
  check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawn_reason is null))
);
create unique index account_vouchers_once on account_vouchers (firm_id, account_id, voucher_id) where withdrawn_at is null;
create index account_vouchers_by_account on account_vouchers (firm_id, account_id);
create index account_vouchers_by_voucher on account_vouchers (firm_id, voucher_id);
alter table account_vouchers enable row level security;
create policy own_firm on account_vouchers using (case when (select current_setting('recoup.firm', true)) = 'all' then true
  else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end);
create trigger part_from_voucher after delete on account_vouchers for each row execute function part_from_voucher();

-- `pages`: those of the file that the entry shows, such as 2-3,5; null for all. `account_voucher_id`: the link of the account whose
-- line names these pages.
alter table entry_vouchers add column pages text check (length(pages) between 1 and 100), add column account_voucher_id uuid,
  add check (account_voucher_id is null or pages is not null),
  add foreign key (firm_id, account_voucher_id) references account_vouchers (firm_id, id) on delete cascade;
create index entry_vouchers_of_account on entry_vouchers (firm_id, account_voucher_id) where account_voucher_id is not null;
