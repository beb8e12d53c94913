-- Lists as each user wants them (docs/decisions/0054): saved views, and the columns that are hidden. `query` is the
-- page's address after `?`, which only the page reads.
create table list_views (
  firm_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  list text not null check (list in ('entries')),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 4000),
  created_at timestamptz not null,
  primary key (firm_id, user_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id)
);
create unique index list_views_by_name on list_views (firm_id, user_id, list, lower(name));

create table hidden_columns (
  firm_id uuid not null,
  user_id uuid not null,
  list text not null check (list in ('entries')),
  columns text[] not null,
  primary key (firm_id, user_id, list),
  foreign key (firm_id, user_id) references users (firm_id, id)
);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  name text;
begin
  foreach name in array array['list_views', 'hidden_columns'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (' || whose || ')', name);
  end loop;
end $$;
