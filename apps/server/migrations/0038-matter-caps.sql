-- The most that is to be recovered on a matter, from which recording warns. It is set on the page alone:
-- an import and its undo leave it as it is.
alter table matters add column cap_cents bigint check (cap_cents > 0);

-- The same view with the new column (0015).
create or replace view matters_to_search as select * from matters
  where case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end;
