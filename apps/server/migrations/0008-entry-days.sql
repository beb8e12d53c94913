-- What was recovered on a day, kept beside the entries by triggers: a firm with a million entries asks for the sum of a
-- list and for its months, and neither may read them all (docs/decisions/0020).
create table entry_days (
  firm_id uuid not null references firms (id),
  date date not null,
  attorney_id uuid not null,
  disbursement_type_id uuid not null,
  count integer not null,
  minutes bigint not null,
  amount_cents bigint not null,
  primary key (firm_id, date, attorney_id, disbursement_type_id)
);

-- The order of the rows keeps two transactions from waiting for each other in a circle.
create function count_changed_entries() returns trigger language plpgsql as $$
begin
  insert into entry_days (firm_id, date, attorney_id, disbursement_type_id, count, minutes, amount_cents)
  select firm_id, date, attorney_id, disbursement_type_id, (case tg_op when 'INSERT' then 1 else -1 end) * count(*),
    (case tg_op when 'INSERT' then 1 else -1 end) * coalesce(sum(minutes), 0), (case tg_op when 'INSERT' then 1 else -1 end) * sum(amount_cents)
  from changed group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (firm_id, date, attorney_id, disbursement_type_id) do update
    set count = entry_days.count + excluded.count, minutes = entry_days.minutes + excluded.minutes,
      amount_cents = entry_days.amount_cents + excluded.amount_cents;
  return null;
end $$;

create function move_changed_entry() returns trigger language plpgsql as $$
begin
  insert into entry_days (firm_id, date, attorney_id, disbursement_type_id, count, minutes, amount_cents)
  select firm_id, date, attorney_id, disbursement_type_id, sum(count), sum(minutes), sum(amount_cents)
  from (values
    (old.firm_id, old.date, old.attorney_id, old.disbursement_type_id, -1, -coalesce(old.minutes, 0), -old.amount_cents),
    (new.firm_id, new.date, new.attorney_id, new.disbursement_type_id, 1, coalesce(new.minutes, 0), new.amount_cents)
  ) as move (firm_id, date, attorney_id, disbursement_type_id, count, minutes, amount_cents)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (firm_id, date, attorney_id, disbursement_type_id) do update
    set count = entry_days.count + excluded.count, minutes = entry_days.minutes + excluded.minutes,
      amount_cents = entry_days.amount_cents + excluded.amount_cents;
  return null;
end $$;

insert into entry_days (firm_id, date, attorney_id, disbursement_type_id, count, minutes, amount_cents)
select firm_id, date, attorney_id, disbursement_type_id, count(*), coalesce(sum(minutes), 0), sum(amount_cents) from entries group by 1, 2, 3, 4;

create trigger entries_inserted after insert on entries referencing new table as changed for each statement execute function count_changed_entries();
create trigger entries_deleted after delete on entries referencing old table as changed for each statement execute function count_changed_entries();
-- Not for the marks of an export, which may touch every entry of a firm.
create trigger entries_moved after update of date, attorney_id, disbursement_type_id, minutes, amount_cents on entries
  for each row execute function move_changed_entry();

-- A search looks in the narration too.
create index entries_narration_search on entries using gin (lower(narration) gin_trgm_ops) where narration is not null;
