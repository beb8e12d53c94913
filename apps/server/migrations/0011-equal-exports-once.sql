-- An export whose lines equal those of an earlier one of the firm has no parts of its own: its file is made from the earlier one's.
alter table exports add column parts_of uuid;
alter table exports add foreign key (firm_id, parts_of) references exports (firm_id, id);
create index exports_by_hash on exports (firm_id, sha256) where parts_of is null;
