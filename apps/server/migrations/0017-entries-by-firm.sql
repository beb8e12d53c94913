-- The id of an entry is minted by whoever records it, so it is looked for within the firm alone: that another firm has one of the same id
-- is nobody's to notice (docs/decisions/0026).
alter table entries drop constraint entries_pkey, drop constraint entries_firm_id_id_key, add primary key (firm_id, id);
