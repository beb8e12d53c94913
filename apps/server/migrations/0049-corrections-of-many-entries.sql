-- Corrections of many entries, each made and undone as a whole (docs/decisions/0053). The client may choose the id, so the
-- key carries the firm.
create table entry_corrections (
  firm_id uuid not null references firms (id),
  id uuid not null,
  reason text not null,
  -- Tells the same request again from another one under its id.
  request_sha256 bytea not null check (length(request_sha256) = 32),
  -- How many entries it changed. Fewer are kept below once one of them was deleted.
  entries integer not null check (entries > 0),
  created_at timestamptz not null,
  created_by uuid not null,
  undone_at timestamptz,
  undone_by uuid,
  primary key (firm_id, id),
  foreign key (firm_id, created_by) references users (firm_id, id),
  foreign key (firm_id, undone_by) references users (firm_id, id),
  check ((undone_at is null) = (undone_by is null))
);

-- What a corrected entry was before. `version` is the one that the correction gave it: as long as it has that one, undo
-- restores it exactly. Its matter may be gone: the undo of an import deletes matters without entries.
create table entry_correction_entries (
  firm_id uuid not null,
  correction_id uuid not null,
  entry_id uuid not null,
  version integer not null,
  matter_id uuid not null,
  disbursement_type_id uuid not null,
  schedule_id uuid,
  unit_price_id uuid,
  amount_cents bigint not null check (amount_cents >= 0),
  vat_treatment text not null,
  vat_basis_points integer not null,
  vat_included boolean not null,
  primary key (firm_id, correction_id, entry_id),
  foreign key (firm_id, correction_id) references entry_corrections (firm_id, id) on delete cascade,
  foreign key (firm_id, entry_id) references entries (firm_id, id) on delete cascade,
  foreign key (firm_id, disbursement_type_id) references disbursement_types (firm_id, id),
  foreign key (firm_id, schedule_id) references call_fee_schedules (firm_id, id),
  foreign key (firm_id, unit_price_id) references unit_prices (firm_id, id)
);
-- The deletion of an entry looks for its rows.
create index entry_correction_entries_by_entry on entry_correction_entries (firm_id, entry_id);

do $$
declare
  whose constant text := $case$case when (select current_setting('recoup.firm', true)) = 'all' then true
    else firm_id = (select nullif(nullif(current_setting('recoup.firm', true), ''), 'all')::uuid) end$case$;
  name text;
begin
  foreach name in array array['entry_corrections', 'entry_correction_entries'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (' || whose || ')', name);
  end loop;
end $$;
