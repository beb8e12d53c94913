-- A new matter says itself which import added it: a row of `import_changes` for each cost an import a third of its time.
alter table matters add column import_id uuid;
update matters m set import_id = c.import_id from import_changes c where c.matter_id = m.id and c.before is null;
delete from import_changes where before is null;
alter table import_changes alter column before set not null;
alter table matters add foreign key (firm_id, import_id) references imports (firm_id, id);
