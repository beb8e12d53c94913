-- VAT (docs/decisions/0047). Standard rates after those of the contract; the same for all firms, never changed.
create table vat_rates (
  valid_from date primary key check (valid_from > '2018-04-01'),
  basis_points integer not null check (basis_points between 0 and 10000)
);
-- Every firm reads them; only the system admin, whose scope is all firms, adds one.
alter table vat_rates enable row level security;
create policy read_by_all on vat_rates for select using (true);
create policy added_for_all on vat_rates for insert with check (current_setting('recoup.firm', true) = 'all');

alter table firms
  add column is_vat_vendor boolean not null default false,
  add column vat_number text check (vat_number ~ '^4\d{9}$'),
  add column prices_include_vat boolean not null default false;

alter table disbursement_types add column vat text not null default 'cost'
  check (vat in ('cost', 'agent', 'zero', 'exempt'));

-- What decides an entry's VAT is frozen when it is recorded; its cents follow the amount. The defaults are those of
-- entries that were recorded before, and of firms that are no vendors.
alter table entries
  add column vat_treatment text not null default 'none' check (vat_treatment in ('none', 'cost', 'agent', 'zero', 'exempt')),
  add column vat_basis_points integer not null default 0 check (vat_basis_points between 0 and 10000),
  add column vat_included boolean not null default false;
-- Rounded half up by its size, so that a reversal takes back exactly what was charged. The same as `splitVat` of the contract.
alter table entries add column vat_cents bigint not null generated always as (case when vat_basis_points = 0 then 0
  else sign(amount_cents)::bigint * div(2 * abs(amount_cents::numeric) * vat_basis_points + case when vat_included then 10000 + vat_basis_points else 10000 end,
    2 * case when vat_included then 10000 + vat_basis_points else 10000 end)::bigint end) stored;

-- The sums of days, net and VAT.
alter table entry_days add column net_cents bigint not null default 0, add column vat_cents bigint not null default 0;
update entry_days set net_cents = amount_cents;

create or replace function count_changed_entries() returns trigger language plpgsql as $$
begin
  insert into entry_days (firm_id, date, attorney_id, disbursement_type_id, count, minutes, amount_cents, net_cents, vat_cents)
  select firm_id, date, attorney_id, disbursement_type_id, sign * count(*), sign * coalesce(sum(minutes), 0), sign * sum(amount_cents),
    sign * sum(amount_cents - case when vat_included then vat_cents else 0 end), sign * sum(vat_cents)
  from changed, (select case tg_op when 'INSERT' then 1 else -1 end) as way (sign) group by 1, 2, 3, 4, sign order by 1, 2, 3, 4
  on conflict (firm_id, date, attorney_id, disbursement_type_id) do update
    set count = entry_days.count + excluded.count, minutes = entry_days.minutes + excluded.minutes,
      amount_cents = entry_days.amount_cents + excluded.amount_cents, net_cents = entry_days.net_cents + excluded.net_cents,
      vat_cents = entry_days.vat_cents + excluded.vat_cents;
  return null;
end $$;

create or replace function move_changed_entry() returns trigger language plpgsql as $$
begin
  insert into entry_days (firm_id, date, attorney_id, disbursement_type_id, count, minutes, amount_cents, net_cents, vat_cents)
  select firm_id, date, attorney_id, disbursement_type_id, sum(sign), sum(sign * coalesce(minutes, 0)), sum(sign * amount_cents),
    sum(sign * (amount_cents - case when vat_included then vat_cents else 0 end)), sum(sign * vat_cents)
  from (values
    (-1, old.firm_id, old.date, old.attorney_id, old.disbursement_type_id, old.minutes, old.amount_cents, old.vat_included, old.vat_cents),
    (1, new.firm_id, new.date, new.attorney_id, new.disbursement_type_id, new.minutes, new.amount_cents, new.vat_included, new.vat_cents)
  ) as move (sign, firm_id, date, attorney_id, disbursement_type_id, minutes, amount_cents, vat_included, vat_cents)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (firm_id, date, attorney_id, disbursement_type_id) do update
    set count = entry_days.count + excluded.count, minutes = entry_days.minutes + excluded.minutes,
      amount_cents = entry_days.amount_cents + excluded.amount_cents, net_cents = entry_days.net_cents + excluded.net_cents,
      vat_cents = entry_days.vat_cents + excluded.vat_cents;
  return null;
end $$;

drop trigger entries_moved on entries;
create trigger entries_moved after update of date, attorney_id, disbursement_type_id, minutes, amount_cents,
    vat_treatment, vat_basis_points, vat_included on entries
  for each row when (current_setting('recoup.sums', true) is distinct from 'by statement')
  execute function move_changed_entry();

-- The same view with the new columns (0015).
create or replace view entries_to_search as select * from entries
  where case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end;
