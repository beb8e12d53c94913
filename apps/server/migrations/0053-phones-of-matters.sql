-- The telephone numbers of the people of a matter, as E.164 (docs/decisions/0064). A call record names its matter by them.
alter table matters add column phones text[] not null default '{}' check (cardinality(phones) <= 20);
create index matters_by_phone on matters using gin (phones) where phones <> '{}';

-- The same view with the new column (0015).
create or replace view matters_to_search as select * from matters
  where case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end;

-- A file whose columns were chosen before keeps its meaning: a column of telephone numbers in it was left out.
update import_mappings set mapping = mapping || '{"phones": ""}' where not mapping ? 'phones';
