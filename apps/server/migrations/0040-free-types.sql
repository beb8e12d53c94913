-- Types whose entries may cost nothing on purpose; others that do are exceptions (docs/decisions/0045).
alter table disbursement_types add column is_free boolean not null default false;
