-- A search looks in the vouchers too.
create index entries_voucher_search on entries using gin (lower(voucher) gin_trgm_ops) where voucher is not null;
