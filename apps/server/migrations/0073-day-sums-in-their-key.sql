-- without transaction
-- The sums of a firm are read from the index alone: its days lie scattered over the table.
drop index concurrently if exists entry_days_with_sums;
create unique index concurrently entry_days_with_sums
  on entry_days (firm_id, date, attorney_id, disbursement_type_id)
  include (count, minutes, amount_cents, net_cents, vat_cents);
alter table entry_days drop constraint entry_days_pkey,
  add constraint entry_days_pkey primary key using index entry_days_with_sums;
-- An index is read alone only where vacuum has seen the page; by default a fifth may lack that.
alter table entry_days set (autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02);
