-- The ledger row of an export is written last, when rows, sum and hash are known, in the transaction that wrote its parts.
alter table export_parts alter constraint export_parts_export_id_fkey deferrable initially deferred;
alter table entries alter constraint entries_firm_id_export_id_fkey deferrable initially deferred;

alter table exports add column byte_count bigint not null check (byte_count >= 0);

-- The quota of a firm counts what its users sent.
create index mails_of_users on mails (firm_id, created_at) where user_id is not null;
