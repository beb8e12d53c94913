-- An entry costs at most R 100 million and is dated from 2000 to 2099 (docs/decisions/0036). Triggers and no check constraints:
-- PostgreSQL holds an old row to a check, also one that is not valid, as soon as anything in the row changes, so that an entry
-- from before could be neither closed into an export nor corrected nor restored from a backup.
create function refuse_entry_out_of_bounds() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
    message = 'An entry costs at most R 100 000 000.00 and is dated from 2000 to 2099.';
end $$;

create trigger new_entries_within_bounds before insert on entries for each row
  when (new.amount_cents > 10000000000 or new.date not between '2000-01-01' and '2099-12-31')
  execute function refuse_entry_out_of_bounds();

create trigger changed_entries_within_bounds before update of amount_cents, date on entries for each row
  when ((new.amount_cents <> old.amount_cents and new.amount_cents > 10000000000)
    or (new.date <> old.date and new.date not between '2000-01-01' and '2099-12-31'))
  execute function refuse_entry_out_of_bounds();

-- Entries from before may add up to more than a bigint.
alter table exports alter column sum_cents type numeric(40, 0);
