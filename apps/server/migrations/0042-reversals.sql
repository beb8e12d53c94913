-- What is locked is corrected by new lines (docs/decisions/0049): one that takes the locked line back, and the right one.
alter table entries
  add column reverses uuid,
  add column replaces uuid,
  add column reversal_reason text,
  add column voucher text check (length(voucher) between 1 and 40),
  add foreign key (firm_id, reverses) references entries (firm_id, id),
  add foreign key (firm_id, replaces) references entries (firm_id, id),
  add check (reverses is null or replaces is null),
  add check ((reverses is null) = (reversal_reason is null));
create unique index entries_reversed_once on entries (firm_id, reverses) where reverses is not null;
create unique index entries_replaced_once on entries (firm_id, replaces) where replaces is not null;

-- Only a line that takes another one back is negative.
alter table entries
  drop constraint entries_minutes_check, drop constraint entries_quantity_check, drop constraint entries_amount_cents_check,
  add constraint entries_minutes_check check (case when reverses is null then minutes >= 0 else minutes <= 0 end),
  add constraint entries_quantity_check check (case when reverses is null then quantity >= 1 else quantity <= -1 end),
  add constraint entries_amount_cents_check check (case when reverses is null then amount_cents >= 0 else amount_cents <= 0 end);

-- The same view with the new columns (0015).
create or replace view entries_to_search as select * from entries
  where case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end;
