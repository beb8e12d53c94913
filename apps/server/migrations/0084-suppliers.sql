-- Suppliers of a firm, such as sheriffs, advocates and search houses (docs/decisions/0086). `code` is the creditor's code in the
-- ledger. The index takes the second of two that are added at once.
create table suppliers (
  firm_id uuid not null references firms (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  vat_number text check (vat_number ~ '^4\d{9}$'),
  code text check (length(code) between 1 and 40),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (firm_id, id)
);
create unique index suppliers_by_name on suppliers (firm_id, folded(name));

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
begin
  execute 'alter table suppliers enable row level security';
  execute 'create policy own_firm on suppliers using (' || whose || ')';
end $$;
