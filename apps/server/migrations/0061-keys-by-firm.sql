-- without transaction
-- The primary key of every table with a firm's data begins with the firm, and foreign keys refer to it
-- (docs/decisions/0069). Several tables had `id`, and a second index of `(firm_id, id)` for the foreign keys.

-- The keys of large tables, beside readers and writers.
set lock_timeout = 0;
drop index concurrently if exists matters_by_firm;
create unique index concurrently matters_by_firm on matters (firm_id, id);
drop index concurrently if exists exports_by_firm;
create unique index concurrently exports_by_firm on exports (firm_id, id);
drop index concurrently if exists import_changes_by_firm;
create unique index concurrently import_changes_by_firm on import_changes (firm_id, import_id, matter_id);
drop index concurrently if exists export_parts_by_firm;
create unique index concurrently export_parts_by_firm on export_parts (firm_id, export_id, position);
drop index concurrently if exists audit_chain_by_firm;
create unique index concurrently audit_chain_by_firm on audit_chain (firm_id, log_id);
reset lock_timeout;

-- The exchange, as a whole. The foreign keys depend on the second indexes, so they are dropped, and added without a look at
-- their rows.
do $$
declare
  whose constant text := '(case when (select current_setting(''recoup.firm'', true)) = ''all'' then true
    else firm_id = (select nullif(nullif(current_setting(''recoup.firm'', true), ''''), ''all'')::uuid) end)';
  changed constant regclass[] := array['disbursement_types', 'call_fee_schedules', 'matters', 'imports', 'exports'];
  drops constant text[] := array(select format('alter table %s drop constraint %I', conrelid::regclass, conname)
    from pg_constraint where contype = 'f' and confrelid = any (changed));
  adds constant text[] := array(select format('alter table %s add constraint %I %s not valid',
      conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and confrelid = any (changed) and conrelid <> 'call_fee_bands'::regclass);
  each text;
begin
  -- After a crash this may have been done.
  if exists (select from pg_attribute where attrelid = 'call_fee_bands'::regclass and attname = 'firm_id') then return; end if;
  -- Fee rows had their firm through the schedule alone.
  alter table call_fee_bands add column firm_id uuid;
  update call_fee_bands b set firm_id = s.firm_id from call_fee_schedules s where s.id = b.schedule_id;
  drop policy own_firm on call_fee_bands;
  execute 'create policy own_firm on call_fee_bands using ' || whose;

  foreach each in array drops loop execute each; end loop;
  alter table disbursement_types drop constraint disbursement_types_firm_id_id_key;
  alter table call_fee_schedules drop constraint call_fee_schedules_pkey,
    drop constraint call_fee_schedules_firm_id_id_key, add primary key (firm_id, id);
  alter table call_fee_bands alter column firm_id set not null, drop constraint call_fee_bands_pkey,
    add primary key (firm_id, schedule_id, position);
  alter table user_disbursement_types drop constraint user_disbursement_types_pkey,
    add primary key (firm_id, user_id, disbursement_type_id);
  drop index user_disbursement_types_by_type;
  create index user_disbursement_types_by_type on user_disbursement_types (firm_id, disbursement_type_id);
  alter table imports drop constraint imports_pkey, drop constraint imports_firm_id_id_key,
    add primary key (firm_id, id);
  alter table matters drop constraint matters_pkey, drop constraint matters_firm_id_id_key,
    add constraint matters_pkey primary key using index matters_by_firm;
  alter table exports drop constraint exports_pkey, drop constraint exports_firm_id_id_key,
    add constraint exports_pkey primary key using index exports_by_firm;
  alter table import_changes drop constraint import_changes_pkey,
    add constraint import_changes_pkey primary key using index import_changes_by_firm;
  alter table export_parts drop constraint export_parts_pkey,
    add constraint export_parts_pkey primary key using index export_parts_by_firm;
  alter table audit_chain drop constraint audit_chain_pkey,
    add constraint audit_chain_pkey primary key using index audit_chain_by_firm;
  foreach each in array adds loop execute each; end loop;
  alter table call_fee_bands add foreign key (firm_id, schedule_id) references call_fee_schedules (firm_id, id)
    on delete cascade not valid;
end $$;

-- What the keys are now; after a crash the indexes were made once more.
drop index concurrently if exists matters_by_firm;
drop index concurrently if exists exports_by_firm;
drop index concurrently if exists import_changes_by_firm;
drop index concurrently if exists export_parts_by_firm;
drop index concurrently if exists audit_chain_by_firm;

-- The foreign keys read their rows, beside readers and writers.
do $$
declare
  each record;
begin
  for each in select conrelid::regclass as name, conname from pg_constraint where contype = 'f' and not convalidated loop
    execute format('alter table %s validate constraint %I', each.name, each.conname);
  end loop;
end $$;
