-- without transaction
-- The indexes of a firm's entries begin with the firm, so that their cost grows with the firm alone (docs/decisions/0072).
-- The trigrams of a search were looked up in the narrations of all firms, and a matter's entries without the firm.
create extension if not exists btree_gist;

set lock_timeout = 0;
drop index concurrently if exists entries_search_by_firm;
create index concurrently entries_search_by_firm on entries
  using gist (firm_id, lower(narration) gist_trgm_ops (siglen = 32)) where narration is not null;
drop index concurrently if exists entries_of_matter;
create index concurrently entries_of_matter on entries (firm_id, matter_id, date desc, id desc);
drop index concurrently if exists entries_of_type;
create index concurrently entries_of_type on entries (firm_id, disbursement_type_id, date desc);
drop index concurrently if exists entries_narration_search;
drop index concurrently if exists entries_by_matter;
drop index concurrently if exists entries_by_type;
reset lock_timeout;
