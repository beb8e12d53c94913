-- Changes of many call fees by a percentage from a day on, each made and undone as a whole. The client
-- may choose the id, so the key carries the firm (docs/decisions/0026).
create table rate_changes (
  firm_id uuid not null references firms (id),
  id uuid not null,
  valid_from date not null check (valid_from between '2000-01-01' and '2099-12-31'),
  basis_points integer not null check (basis_points between -10000 and 10000),
  unit_cents integer not null check (unit_cents in (1, 10, 50, 100, 500)),
  mode text not null check (mode in ('nearest', 'up')),
  is_repriced boolean not null,
  reason text,
  -- Tells the same request again from another one under its id.
  request_sha256 bytea not null check (length(request_sha256) = 32),
  -- What the preview of that moment said of the entries; a repeated request is answered with it.
  cost_before_cents numeric(40, 0) not null check (cost_before_cents >= 0),
  cost_after_cents numeric(40, 0) not null check (cost_after_cents >= 0),
  unlocked integer not null check (unlocked >= 0),
  locked integer not null check (locked >= 0),
  -- Cells and entries whose prices it changed.
  cells integer not null check (cells >= 0),
  repriced integer not null check (repriced >= 0),
  created_at timestamptz not null,
  created_by uuid not null,
  undone_at timestamptz,
  undone_by uuid,
  primary key (firm_id, id),
  foreign key (firm_id, created_by) references users (firm_id, id),
  foreign key (firm_id, undone_by) references users (firm_id, id),
  check ((undone_at is null) = (undone_by is null))
);
create index rate_changes_by_time on rate_changes (firm_id, created_at, id);

-- The change that made a schedule, and the schedule whose prices it raised.
alter table call_fee_schedules add column change_id uuid, add column based_on uuid,
  add foreign key (firm_id, change_id) references rate_changes (firm_id, id),
  add foreign key (firm_id, based_on) references call_fee_schedules (firm_id, id),
  add check ((change_id is null) = (based_on is null));
create index call_fee_schedules_by_change on call_fee_schedules (firm_id, change_id) where change_id is not null;

-- What a re-priced entry was before. `version` is the one that the change gave it: as long as it has
-- that one, undo restores it exactly.
create table rate_change_entries (
  firm_id uuid not null,
  change_id uuid not null,
  entry_id uuid not null,
  schedule_id uuid not null,
  amount_cents bigint not null check (amount_cents >= 0),
  version integer not null,
  primary key (firm_id, entry_id, change_id),
  foreign key (firm_id, change_id) references rate_changes (firm_id, id) on delete cascade,
  foreign key (firm_id, entry_id) references entries (firm_id, id) on delete cascade,
  foreign key (firm_id, schedule_id) references call_fee_schedules (firm_id, id)
);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  name text;
begin
  foreach name in array array['rate_changes', 'rate_change_entries'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (' || whose || ')', name);
  end loop;
end $$;

-- A change of prices counts many entries of a day in one statement (`repricing.repository.ts`); row by
-- row, each would make another version of the same sum.
drop trigger entries_moved on entries;
create trigger entries_moved after update of date, attorney_id, disbursement_type_id, minutes, amount_cents on entries
  for each row when (current_setting('recoup.sums', true) is distinct from 'by statement')
  execute function move_changed_entry();
