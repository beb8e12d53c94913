-- Layouts of files that accounting programs read (docs/decisions/0050). Built-in ones are part of the product.
create table posting_layouts (
  firm_id uuid not null references firms (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  definition jsonb not null,
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null,
  primary key (firm_id, id)
);
create unique index posting_layouts_by_name on posting_layouts (firm_id, lower(name));

-- `layout` is the name of a built-in layout, or the id of an own one.
create table posting_layout_settings (
  firm_id uuid not null references firms (id),
  layout text not null,
  settings jsonb not null,
  primary key (firm_id, layout)
);

-- The control totals of the files that were made of an export; a layout's next file of it replaces its last one.
-- The name of a deleted layout stays. `sum_cents` is what the file posts, with VAT.
create table posting_files (
  firm_id uuid not null,
  export_id uuid not null,
  layout text not null,
  layout_name text not null,
  row_count integer not null check (row_count >= 0),
  sum_cents numeric(40, 0) not null,
  vat_cents numeric(40, 0),
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (firm_id, export_id, layout),
  foreign key (firm_id, export_id) references exports (firm_id, id),
  foreign key (firm_id, created_by) references users (firm_id, id)
);

-- A mail with a posting file: the layout of it, which is read when the mail is sent.
alter table mails add column layout text check (layout is null or export_id is not null);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  name text;
begin
  foreach name in array array['posting_layouts', 'posting_layout_settings', 'posting_files'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (' || whose || ')', name);
  end loop;
end $$;
