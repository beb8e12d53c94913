-- XLSX and PDF show the firm's name and logo of the day of the export, so that a file stays the same
-- when the firm changes them (docs/decisions/0023). Exports under one name and logo share a row.
create table letterheads (
  firm_id uuid not null references firms (id),
  sha256 bytea not null check (length(sha256) = 32),
  name text not null,
  logo bytea,
  primary key (firm_id, sha256)
);
alter table letterheads enable row level security;
create policy own_firm on letterheads using (case when (select current_setting('recoup.firm', true)) = 'all' then true
  else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end);

-- Earlier exports get the present name and logo, which their files have shown until now.
select set_config('recoup.firm', 'all', true);
insert into letterheads (firm_id, sha256, name, logo)
  select id, sha256(convert_to(name, 'UTF8') || '\x00' || coalesce(logo, '')), name, logo
  from firms where exists (select from exports where exports.firm_id = firms.id);
alter table exports add column letterhead bytea;
update exports set letterhead = letterheads.sha256 from letterheads where letterheads.firm_id = exports.firm_id;
alter table exports alter column letterhead set not null;
alter table exports add foreign key (firm_id, letterhead) references letterheads (firm_id, sha256);
