-- What was measured of a call, beside when it began (0037): its length in seconds, and the number on its other side.
alter table entries
  add column seconds integer check (seconds >= 0),
  add column other_party text check (length(other_party) between 1 and 60);

-- The same view with the new columns (0015).
create or replace view entries_to_search as select * from entries
  where case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end;
