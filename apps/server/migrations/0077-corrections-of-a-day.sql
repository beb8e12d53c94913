-- without transaction
-- Corrections that a client understands (docs/decisions/0080). `happened_on`: the day of the call or disbursement, where it is not
-- that of the line; only replacements have one. `correction`: what the lines of a reversal and its replacement begin with in files and
-- statements, as it was written; lines of before have none. `correction_reason`: why.
alter table entries add column if not exists happened_on date, add column if not exists correction text,
  add column if not exists correction_reason text;
do $$
begin
  -- After a crash this may have been done.
  if exists (select from pg_constraint where conname = 'entries_happened_before') then return; end if;
  alter table entries
    add constraint entries_happened_before check (happened_on < date) not valid,
    add constraint entries_correction_with_reason check ((correction is null) = (correction_reason is null)) not valid,
    add constraint entries_correction_length check (length(correction) <= 300) not valid;
end $$;
alter table entries validate constraint entries_happened_before;
alter table entries validate constraint entries_correction_with_reason;
alter table entries validate constraint entries_correction_length;

-- The same view with the new columns (0015).
create or replace view entries_to_search as select * from entries
  where case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end;

set lock_timeout = 0;
drop index concurrently if exists entries_happened_earlier;
create index concurrently entries_happened_earlier on entries (firm_id, happened_on) where happened_on is not null;
reset lock_timeout;
