-- Types whose entries should have the file of an invoice or receipt; others without one are no exception (docs/decisions/0045).
alter table disbursement_types add column needs_voucher boolean not null default false;
